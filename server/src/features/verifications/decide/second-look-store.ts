import { newAgentVisits, type SecondLook } from '@doorstep/contract/review/second-looks';
import type { Decision } from '@doorstep/contract/verifications';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { isoUtc } from '../../../db/moments.ts';
import type { Database } from '../../../db/schema.ts';
import { updateRow } from '../../../db/update-row.ts';
import { hasOtherAdmins, isBlindTo, isMine } from '../../../domain/review/second-look-access.ts';

export type StoredLook = Selectable<Database['second_looks']>;

/** The caller must have locked the verification. */
export function findLook(db: Db, id: number): Promise<StoredLook | undefined> {
  return db
    .selectFrom('second_looks')
    .selectAll()
    .where('verification_id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

/** The user who made the decision must be joined under the alias `name`. */
const decisionOf = <Name extends 'first' | 'second' | 'settled'>(name: Name) => {
  const of = (column: string) => sql.ref(`l.${name}_${column}`);
  return sql<
    SecondLook[Name]
  >`case when ${of('by')} is not null then json_build_object('by_id', ${of('by')},
    'by', ${sql.ref(`${name}.name`)}, 'at', ${isoUtc(of('at'))}, 'decision', ${of('decision')}, 'notes', ${of('notes')}) end`;
};

/**
 * Reads the current second look. `is_mine` is whether the admin can make the second decision, or settle two
 * decisions that differ. `is_blind` is whether the first decision is hidden from the admin.
 */
export async function readLook(db: Db, id: number, adminId: number, countsAlone: boolean) {
  return db
    .selectFrom('second_looks as l')
    .innerJoin('users as first', 'first.id', 'l.first_by')
    .leftJoin('users as second', 'second.id', 'l.second_by')
    .leftJoin('users as settled', 'settled.id', 'l.settled_by')
    .select(['l.because', 'l.delays', 'l.state', decisionOf('first').as('first')])
    .select([decisionOf('second').as('second'), decisionOf('settled').as('settled')])
    .select([isMine(adminId, countsAlone).as('is_mine'), isBlindTo(adminId).as('is_blind')])
    .where('l.verification_id', '=', id)
    .where('l.ended_at', 'is', null)
    .executeTakeFirst();
}

export async function canDecide(db: Db, id: number, adminId: number, countsAlone: boolean) {
  const found = await db
    .selectFrom('second_looks as l')
    .select(isMine(adminId, countsAlone).as('is_mine'))
    .where('l.verification_id', '=', id)
    .where('l.ended_at', 'is', null)
    .executeTakeFirst();
  return found?.is_mine === true;
}

export async function readCircumstances(
  db: Db,
  { id, agentId, adminId }: Record<'id' | 'agentId' | 'adminId', number>,
): Promise<{ has_others: boolean; is_new_agent: boolean }> {
  const { rows } = await sql<{ has_others: boolean; is_new_agent: boolean }>`
    select ${hasOtherAdmins(adminId)} as has_others, (select count(*) < ${newAgentVisits} from (
      select from verifications where agent_id = ${agentId} and id < ${id} limit ${newAgentVisits}) as earlier) as is_new_agent`.execute(
    db,
  );
  return rows[0] as { has_others: boolean; is_new_agent: boolean };
}

export type OwedLook = Pick<StoredLook, 'because' | 'delays' | 'drawn_percent'>;

interface Given {
  by: number;
  decision: Decision;
  notes: string;
}

export async function insertLook(
  db: Db,
  id: number,
  owed: OwedLook,
  { by, decision, notes }: Given,
): Promise<void> {
  await db
    .insertInto('second_looks')
    .values({
      ...{ ...owed, verification_id: id },
      ...{ first_by: by, first_decision: decision, first_notes: notes },
    })
    .execute();
}

export async function endLook(db: Db, id: number): Promise<void> {
  await db
    .updateTable('second_looks')
    .set({ ended_at: sql`now()` })
    .where('verification_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

export async function addDecision(
  db: Db,
  lookId: number,
  as: 'second' | 'settled',
  { by, decision, notes }: Given,
): Promise<void> {
  const at = sql<string>`now()`;
  await updateRow(
    db,
    'second_looks',
    lookId,
    as === 'second'
      ? { second_by: by, second_decision: decision, second_notes: notes, second_at: at }
      : { settled_by: by, settled_decision: decision, settled_notes: notes, settled_at: at },
  );
}

export async function undoSettlement(db: Db, lookId: number): Promise<void> {
  await sql`update second_looks set settled_by = null, settled_decision = null, settled_notes = '', settled_at = null
    where id = ${lookId}`.execute(db);
}

/**
 * Undoes the second decision of a look, and stores the undone decision. If the same reviewer undoes again,
 * the first undone decision stays stored, because only that decision was made blind.
 */
export async function undoSecond(db: Db, lookId: number): Promise<void> {
  await sql`
    update second_looks set second_by = null, second_decision = null, second_notes = '', second_at = null,
      undone_decision = case when undone_by = second_by then undone_decision else second_decision end, undone_by = second_by
    where id = ${lookId}`.execute(db);
}

/**
 * Undoes the effect of a first decision on second looks. Deletes the look that the decision required, and
 * reopens the look that the decision ended. `auditId` is the audit row of the decision.
 */
export async function restoreLook(db: Db, id: number, auditId: number): Promise<void> {
  const madeAt = sql`(select at from audit where id = ${auditId})`;
  await sql`delete from second_looks where verification_id = ${id} and ended_at is null and first_at = ${madeAt}`.execute(
    db,
  );
  await sql`update second_looks set ended_at = null where verification_id = ${id} and ended_at = ${madeAt}`.execute(
    db,
  );
}
