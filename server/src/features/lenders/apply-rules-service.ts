import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RulesApplied } from '@doorstep/contract/lenders';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit, recordAudits } from '../../db/audit/record.ts';
import type { Db } from '../../db/connection.ts';
import type { Database } from '../../db/schema.ts';
import { deadlineColumns, hasDeadlines } from '../../domain/clock/clock-store.ts';
import { readTurnarounds } from '../../domain/clock/turnarounds.ts';
import { lockLender } from '../../domain/lenders.ts';
import { notFound, Problem } from '../../problems.ts';
import {
  listOpenApplicants,
  type Move,
  moveDeadlines,
  type OpenApplicant,
} from './apply-rules-store.ts';
import { contentOf, readLender } from './lender-service.ts';
import { hideLender } from './lender-store.ts';

const shown = 20;
/** The number of applicants that are changed in one SQL statement, or compared before other requests run. */
const atOnce = 500;

type Moved = Move & { applicant: OpenApplicant };

async function findMoves(
  db: Db,
  lenderId: number,
  timeZone: string,
  options: { isLocking: boolean },
): Promise<Moved[]> {
  const open = await listOpenApplicants(db, lenderId, options);
  const { find } = await readTurnarounds(db, timeZone, lenderId);
  const moves: Moved[] = [];
  for (const [index, applicant] of open.entries()) {
    // Lets other requests run, because 50,000 applicants take seconds.
    if (index % atOnce === atOnce - 1) await nextTurn();
    const columns = deadlineColumns(find(applicant));
    if (!hasDeadlines(applicant, columns)) {
      moves.push({ id: applicant.id, ...columns, applicant });
    }
  }
  return moves;
}

function summarize(moves: readonly Moved[]): RulesApplied {
  const count = (matches: (from: string | null, to: string | null) => boolean) =>
    moves.filter(({ applicant, due_at }) => matches(applicant.due_at, due_at)).length;
  return {
    count: moves.length,
    earlier: count((from, to) => from !== null && to !== null && to < from),
    later: count((from, to) => from !== null && to !== null && to > from),
    gained: count((from) => from === null),
    lost: count((_, to) => to === null),
    examples: moves.slice(0, shown).map(({ due_at: new_due_at, applicant }) => ({
      id: applicant.id,
      application_id: applicant.application_id,
      applicant_name: applicant.applicant_name,
      due_at: applicant.due_at,
      new_due_at,
    })),
  };
}

function rejectChangedCount(expected: number | undefined, count: number, effect: string): void {
  if (expected === undefined || expected === count) return;
  const applicants = count === 1 ? '1 applicant' : `${count} applicants`;
  throw new Problem(
    409,
    `The number of applicants has changed: ${applicants} would now ${effect}. Check the number, then try again.`,
    {
      code: 'count_changed',
      count,
    },
  );
}

async function move(db: Db, actor: Actor, lenderId: number, moves: readonly Moved[]) {
  for (let start = 0; start < moves.length; start += atOnce) {
    const step = moves.slice(start, start + atOnce);
    await moveDeadlines(
      db,
      step.map(({ applicant: _, ...columns }) => columns),
    );
    await recordAudits(
      db,
      actor,
      step.map(({ id, due_at, rule_id, applicant }) => ({
        event: 'applicant.apply_rules' as const,
        subjectId: id,
        before: { due_at: applicant.due_at, rule_id: applicant.rule_id },
        after: { due_at, rule_id, lender_id: lenderId },
      })),
    );
  }
}

export async function previewRules(
  db: Kysely<Database>,
  lenderId: number,
  timeZone: string,
): Promise<RulesApplied> {
  await readLender(db, lenderId);
  return summarize(await findMoves(db, lenderId, timeZone, { isLocking: false }));
}

export const applyRules = (
  db: Kysely<Database>,
  actor: Actor,
  { id, expected, timeZone }: { id: number; expected: number | undefined; timeZone: string },
): Promise<RulesApplied> =>
  db.transaction().execute(async (trx) => {
    if (!(await lockLender(trx, id))) throw notFound('Lender');
    const moves = await findMoves(trx, id, timeZone, { isLocking: true });
    rejectChangedCount(expected, moves.length, 'get another due time');
    await move(trx, actor, id, moves);
    const { examples, ...counts } = summarize(moves);
    await recordAudit(trx, actor, 'lender.apply_rules', id, { after: counts });
    return { ...counts, examples };
  });

export const removeLender = (
  db: Kysely<Database>,
  actor: Actor,
  { id, expected, timeZone }: { id: number; expected: number | undefined; timeZone: string },
): Promise<string> =>
  db.transaction().execute(async (trx) => {
    if (!(await lockLender(trx, id))) throw notFound('Lender');
    const lender = await readLender(trx, id);
    await hideLender(trx, id);
    const moves = await findMoves(trx, id, timeZone, { isLocking: true });
    rejectChangedCount(expected, moves.length, 'lose their due time');
    await move(trx, actor, id, moves);
    await recordAudit(trx, actor, 'lender.delete', id, { before: contentOf(lender), after: null });
    return lender.name;
  });
