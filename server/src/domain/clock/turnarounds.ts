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

  function find(basis: ToMatch & Pick<ClockBasis, 'portfolio_name' | 'received' | 'pauses'>) {
    const rule = ruleOf(basis, dayOf(basis.received));
    if (!rule) return null;
    const deadlines = deadlinesOf(rule, timeOf(rule), basis.received, basis.pauses);
    return { ruleId: rule.id, deadlines };
  }

  const listAt = (received: number) =>
    rules.map((rule) =>
      deadlineColumns({ ruleId: rule.id, deadlines: deadlinesOf(rule, timeOf(rule), received) }),
    );
  return { rules, find, listAt, dayOf };
}

/**
 * Recalculates an applicant's deadlines by the current rules. The caller must have locked the applicant.
 * Returns the due time before and after the change, for the audit; undefined if neither the rule nor a deadline
 * changed.
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
