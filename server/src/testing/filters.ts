import type { Kysely, Selectable } from 'kysely';
import type { ApplicantTables } from '../db/schema/applicant-tables.ts';
import type { Database } from '../db/schema.ts';
import { type Chance, seeded } from '../demo/seeded.ts';
import { workingTime } from '../domain/clock/working-time.ts';
import { addCalendarRow, addLenderRow, aroundTheClock } from './lenders.ts';

const zone = 'Asia/Kolkata';
const hour = 3_600_000;
/** Opening hours of half an hour a day, so that two working hours take four days. */
const hardlyOpen = Object.fromEntries(
  Object.keys(aroundTheClock).map((day) => [day, [{ from: '12:00', to: '12:30' }]]),
) as typeof aroundTheClock;

export async function addLenders(db: Kysely<Database>) {
  const open = await addLenderRow(db, { portfolios: ['Axis Home', 'Axis Car'] });
  const closed = await addLenderRow(db, {
    portfolios: ['Bank Home', 'Bank Car'],
    week: hardlyOpen,
  });
  await addCalendarRow(db);
  return { open, closed };
}
export type Lenders = Awaited<ReturnType<typeof addLenders>>;

const portfolios = ['Axis Home', 'Axis Car', 'Bank Home', 'Bank Car', 'Nobody’s'];
const pins = ['400001', '400002', '411001', '411045', '560001'];
const dues = [-50, -3, 1, 1.5, 3, 30, 70, 200];

export function randomApplicant(chance: Chance, lenders: Lenders, agents: readonly number[]) {
  const status = chance.pick(['pending', 'assigned', 'visited', 'submitted'] as const);
  const portfolio_name = chance.pick(portfolios);
  const lender = [lenders.open, lenders.closed].find((one) =>
    one.portfolios.includes(portfolio_name),
  );
  const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
  const due = chance.pick(dues);
  const hasClock = lender !== undefined && chance.next() < 0.8;
  return {
    status,
    portfolio_name,
    pin_code: chance.pick(pins),
    ...(status === 'pending' ? {} : { assigned_agent_id: chance.pick(agents) }),
    created_at: at(-24 * chance.between(0, 70) - chance.next()),
    ...(hasClock && {
      ...{ rule_id: lender.ruleId, due_at: at(due), warn_undecided_at: at(due - 1) },
      ...{ warn_unvisited_at: at(due - 2), warn_unassigned_at: at(due - 3) },
      ...(chance.next() < 0.15 && { paused_at: at(-1) }),
    }),
  };
}

function randomFilter(chance: Chance, { open, closed }: Lenders, agents: readonly number[]) {
  const maybe = <T>(value: T) => (chance.next() < 0.3 ? value : undefined);
  const day = () => dayOf(Date.now() - 24 * hour * chance.between(0, 70));
  return {
    portfolio_name: maybe(chance.pick(portfolios)),
    lender: maybe(chance.pick([open.id, closed.id, 999_999])),
    agent: maybe(chance.pick([...agents, 999_999])),
    due: maybe(chance.pick(['late', 'today', '2h', 'paused'] as const)),
    pin: maybe(chance.pick(['4', '40', '4110', '411045', '9'])),
    from: maybe(day()),
    to: maybe(day()),
    sort: maybe(chance.pick(['created', 'due'] as const)),
  };
}
export type RandomFilter = ReturnType<typeof randomFilter>;

const dayOf = (moment: number | string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(moment));

/**
 * Whether an applicant matches the portfolio, lender, pin code and due time of a filter. Implements these
 * rules again in JavaScript, so that a test can compare the SQL with them.
 */
export function matches(
  filter: RandomFilter,
  row: Pick<
    Selectable<ApplicantTables['applicants']>,
    'portfolio_name' | 'pin_code' | 'due_at' | 'clock_runs' | 'paused_at'
  >,
  { open, closed }: Lenders,
): boolean {
  const lender = [open, closed].find(({ id }) => id === filter.lender);
  if (filter.portfolio_name && row.portfolio_name !== filter.portfolio_name) return false;
  if (filter.lender && !lender?.portfolios.includes(row.portfolio_name)) return false;
  if (filter.pin && !row.pin_code.startsWith(filter.pin)) return false;
  if (!filter.due) return true;
  if (filter.due === 'paused') return row.paused_at !== null;
  if (!row.clock_runs || row.due_at === null) return false;
  const due = Date.parse(row.due_at);
  if (filter.due === 'late') return due < Date.now();
  if (due < Date.now()) return false;
  if (filter.due === 'today') return dayOf(due) === dayOf(Date.now());
  const week = closed.portfolios.includes(row.portfolio_name) ? hardlyOpen : aroundTheClock;
  return workingTime({ week, days: [] }, zone).between(Date.now(), due) <= 2 * hour;
}

export const isWithin = ({ from, to }: RandomFilter, moment: string) =>
  (from === undefined || dayOf(moment) >= from) && (to === undefined || dayOf(moment) <= to);

export const queryOf = (filter: object) =>
  new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );

export function* randomFilters(count: number, lenders: Lenders, agents: readonly number[]) {
  const chance = seeded(20_261_126);
  for (let n = 0; n < count; n += 1)
    yield { chance, filter: randomFilter(chance, lenders, agents) };
}
