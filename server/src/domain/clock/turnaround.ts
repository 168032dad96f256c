import type { ruleStarts } from '@doorstep/contract/clock';
import type { WorkingTime } from './working-time.ts';
import { minute } from './working-time.ts';

/** The conditions of a rule; null matches every value. */
interface Conditions {
  product_type: string | null;
  visit_type: string | null;
  pin_prefix: string | null;
}

interface Matched extends Conditions {
  id: number;
  /** The first day of receipt to which the rule applies, as YYYY-MM-DD. */
  valid_from: string;
}

export interface ToMatch {
  product_type: string;
  visit_type: string;
  pin_code: string;
}

const fold = (text: string) => text.toLowerCase().replace(/[\s._-]/g, '');

/** The short spellings of visit types. Uploads replace these spellings, but a rule may contain them. */
const kinds = new Map<string, string>([
  ...['rv', 'res', 'resi', 'residential'].map((short) => [short, 'residence'] as const),
  ...['ov', 'off'].map((short) => [short, 'office'] as const),
  ['bv', 'business'],
]);

/**
 * Returns a visit type for comparison: normalised with {@link fold}, without "visit" at its end, and with
 * short forms such as `rv` written out. For "OFFICE 2", `whole` is `office2` and `kind` is `office`.
 */
function foldVisitType(text: string): [whole: string, kind: string] {
  const folded = fold(text).replace(/visit(\d*)$/, '$1');
  const [, word = folded, number = ''] = /^(\D*)(\d+)$/.exec(folded) ?? [];
  const kind = kinds.get(word) ?? word;
  return [kind + number, kind];
}

/**
 * Sorts rules with more conditions first. If two rules have equally many conditions, these criteria decide,
 * in this order: the longer pin prefix, a product, a visit type, the later first day, the newer rule.
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

export function ruleFinder<Rule extends Matched>(rules: readonly Rule[]) {
  const inOrder = rules.toSorted(bySpecificity).map((rule) => ({
    rule,
    product: rule.product_type === null ? null : fold(rule.product_type),
    visit: rule.visit_type === null ? null : foldVisitType(rule.visit_type)[0],
  }));
  const found = new Map<string, Rule | undefined>();
  return ({ product_type, visit_type, pin_code }: ToMatch, day: string): Rule | undefined => {
    const key = [product_type, visit_type, pin_code, day].join('\n');
    if (found.has(key)) return found.get(key);
    const theirs = fold(product_type);
    const visits = foldVisitType(visit_type);
    const match = inOrder.find(
      ({ rule, product, visit }) =>
        rule.valid_from <= day &&
        (product === null || product === theirs) &&
        (visit === null || visits.includes(visit)) &&
        pin_code.startsWith(rule.pin_prefix ?? ''),
    );
    found.set(key, match?.rule);
    return match?.rule;
  };
}

export interface RuleOfPortfolios extends Matched {
  /** The portfolios of the rule's lender. */
  portfolios: readonly string[];
}

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

/** A pause that has ended. Its times are in milliseconds since 1970. */
export interface Pause {
  from: number;
  to: number;
}

/**
 * The due time of an applicant, and the times at which 50, 75 and 90 % of the working time have passed. All
 * are in milliseconds since 1970.
 */
export interface Deadlines {
  due: number;
  unassigned: number;
  unvisited: number;
  undecided: number;
}

const shares = { unassigned: 0.5, unvisited: 0.75, undecided: 0.9, due: 1 };

type Turnaround = { minutes: number; starts: (typeof ruleStarts)[number] };

const startOf = ({ starts }: Pick<Turnaround, 'starts'>, time: WorkingTime, received: number) =>
  starts === 'opening' ? time.nextOpening(received) : received;

/** Returns the deadlines of a rule for an applicant received at `received`. `pauses` must be oldest first. */
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

/**
 * Returns the deadlines after another pause. Deadlines after the start of the pause move by the working
 * time that the pause took.
 */
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
