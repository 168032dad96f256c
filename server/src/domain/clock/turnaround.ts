import type { ruleStarts } from '@doorstep/contract/clock';
import type { WorkingTime } from './working-time.ts';
import { minute } from './working-time.ts';

/** The conditions of a rule; null matches everything. */
interface Conditions {
  product_type: string | null;
  visit_type: string | null;
  pin_prefix: string | null;
}

interface Matched extends Conditions {
  id: number;
  /** First day of receipt, YYYY-MM-DD. */
  valid_from: string;
}

/** The fields of an applicant that rules compare. */
export interface ToMatch {
  product_type: string;
  visit_type: string;
  pin_code: string;
}

/** Case, spaces, dots, hyphens and a visit type's "visit" don't matter, as for contact points. */
const fold = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s._-]/g, '')
    .replace(/visit$/, '');

const isFor = (asked: string | null, text: string) => asked === null || fold(asked) === fold(text);

/**
 * More conditions go first; among as many the longer pin prefix, then the product, then the visit type, then the rule that
 * became valid later.
 */
function bySpecificity(a: Matched, b: Matched): number {
  const rank = ({ product_type, visit_type, pin_prefix }: Conditions) => [
    [product_type, visit_type, pin_prefix].filter((asked) => asked !== null).length,
    pin_prefix?.length ?? 0,
    product_type === null ? 0 : 1,
    visit_type === null ? 0 : 1,
  ];
  const ranksOfA = rank(a);
  const difference = rank(b)
    .map((value, index) => value - (ranksOfA[index] ?? 0))
    .find((value) => value !== 0);
  return difference ?? (b.valid_from.localeCompare(a.valid_from) || b.id - a.id);
}

/** Finds the rule of a lender for an applicant received on a day. Remembers the answer for each kind of applicant. */
export function ruleFinder<Rule extends Matched>(rules: readonly Rule[]) {
  const inOrder = rules.toSorted(bySpecificity);
  const found = new Map<string, Rule | undefined>();
  return ({ product_type, visit_type, pin_code }: ToMatch, day: string): Rule | undefined => {
    const key = [product_type, visit_type, pin_code, day].join('\n');
    if (found.has(key)) return found.get(key);
    const rule = inOrder.find(
      (one) =>
        one.valid_from <= day &&
        isFor(one.product_type, product_type) &&
        isFor(one.visit_type, visit_type) &&
        pin_code.startsWith(one.pin_prefix ?? ''),
    );
    found.set(key, rule);
    return rule;
  };
}

export interface RuleOfPortfolios extends Matched {
  /** Those of its lender. */
  portfolios: readonly string[];
}

/** {@link ruleFinder} of all lenders: an applicant's portfolio says whose rules apply. */
export function findersByPortfolio<Rule extends RuleOfPortfolios>(rules: readonly Rule[]) {
  const byPortfolio = Map.groupBy(
    rules.flatMap((rule) => rule.portfolios.map((portfolio) => ({ portfolio, rule }))),
    ({ portfolio }) => portfolio,
  );
  const finders = new Map(
    [...byPortfolio].map(
      ([portfolio, theirs]) => [portfolio, ruleFinder(theirs.map(({ rule }) => rule))] as const,
    ),
  );
  return (applicant: ToMatch & { portfolio_name: string }, day: string): Rule | undefined =>
    finders.get(applicant.portfolio_name)?.(applicant, day);
}

/** A pause that is over, in milliseconds since 1970. */
export interface Pause {
  from: number;
  to: number;
}

/** An applicant's due time and when 50, 75 and 90 % of its time has passed, in milliseconds since 1970. */
export interface Deadlines {
  due: number;
  unassigned: number;
  unvisited: number;
  undecided: number;
}

const shares = { unassigned: 0.5, unvisited: 0.75, undecided: 0.9, due: 1 };

type Turnaround = { minutes: number; starts: (typeof ruleStarts)[number] };

/** The moment from which a rule counts. */
const startOf = ({ starts }: Pick<Turnaround, 'starts'>, time: WorkingTime, received: number) =>
  starts === 'opening' ? time.nextOpening(received) : received;

/** The deadlines of a rule for an applicant received at a moment, whose pauses are given oldest first. */
export function deadlinesOf(
  rule: Turnaround,
  time: WorkingTime,
  received: number,
  pauses: readonly Pause[] = [],
): Deadlines {
  const start = startOf(rule, time, received);
  const undisturbed = mapDeadlines(shares, (share) =>
    time.add(start, rule.minutes * minute * share),
  );
  return pauses.reduce(
    (deadlines, pause) => postpone(rule, time, received, deadlines, pause),
    undisturbed,
  );
}

/** Deadlines after a further pause: it moves what lay behind its beginning, by the working time that it took. */
export function postpone(
  rule: Pick<Turnaround, 'starts'>,
  time: WorkingTime,
  received: number,
  deadlines: Deadlines,
  pause: Pause,
): Deadlines {
  const from = Math.max(pause.from, startOf(rule, time, received));
  if (from >= pause.to) return deadlines;
  const taken = time.between(from, pause.to);
  return mapDeadlines(deadlines, (moment) => (from < moment ? time.add(moment, taken) : moment));
}

function mapDeadlines(given: Deadlines, change: (moment: number) => number): Deadlines {
  return {
    due: change(given.due),
    unassigned: change(given.unassigned),
    unvisited: change(given.unvisited),
    undecided: change(given.undecided),
  };
}
