import type { Db } from '../../db/connection.ts';
import {
  type ClockBasis,
  deadlineColumns,
  hasDeadlines,
  listRules,
  readClockBasis,
  readWorkingHours,
  type StoredRule,
  setDeadlines,
} from './clock-store.ts';
import { dayIn } from './days.ts';
import { deadlinesOf, findersByPortfolio, type ToMatch } from './turnaround.ts';
import { type WorkingTime, workingTime } from './working-time.ts';

export type Turnarounds = Awaited<ReturnType<typeof readTurnarounds>>;

/** Reads the current rules and calendars of all lenders, or of one lender. Due times are calculated from them. */
export async function readTurnarounds(db: Db, timeZone: string, lenderId?: number) {
  const rules = await listRules(db, lenderId);
  const calendars = [...new Set(rules.map(({ calendar_id }) => calendar_id))];
  const hours = calendars.length === 0 ? new Map() : await readWorkingHours(db, calendars);
  const times = new Map([...hours].map(([id, week]) => [id, workingTime(week, timeZone)]));
  const ruleOf = findersByPortfolio(rules);
  const timeOf = (rule: StoredRule): WorkingTime => {
    const time = times.get(rule.calendar_id);
    if (!time) throw new Error(`Rule ${rule.id} has no calendar`);
    return time;
  };
  const dayOf = (received: number) => dayIn(timeZone, received).toString();

  /** Returns the rule and the deadlines for an applicant; null if no rule applies. */
  function find(basis: ToMatch & Pick<ClockBasis, 'portfolio_name' | 'received' | 'pauses'>) {
    const rule = ruleOf(basis, dayOf(basis.received));
    if (!rule) return null;
    const deadlines = deadlinesOf(rule, timeOf(rule), basis.received, basis.pauses);
    return { ruleId: rule.id, deadlines };
  }

  /** Lists the deadlines of each rule for applicants that are received at the same time, as in an upload. */
  const listAt = (received: number) =>
    rules.map((rule) =>
      deadlineColumns({ ruleId: rule.id, deadlines: deadlinesOf(rule, timeOf(rule), received) }),
    );
  return { rules, find, listAt, dayOf };
}

/**
 * Recalculates an applicant's deadlines by the current rules, after its pin code or time of receipt was
 * corrected. The caller has locked the applicant. Returns the due times before and after for the audit;
 * undefined if they are equal.
 */
export async function recalculate(db: Db, applicantId: number, timeZone: string) {
  const basis = await readClockBasis(db, applicantId);
  if (!basis) return undefined;
  const { find } = await readTurnarounds(db, timeZone);
  const columns = deadlineColumns(find(basis));
  if (hasDeadlines(basis, columns)) return undefined;
  await setDeadlines(db, applicantId, columns);
  return { before: { due_at: basis.due_at }, after: { due_at: columns.due_at } };
}
