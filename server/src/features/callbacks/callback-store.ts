import {
  type CallbackResult,
  type CallbackSummary,
  callbackTimes,
  type listCallbacks,
} from '@doorstep/contract/callbacks';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '../../db/connection.ts';
import { calling } from '../../domain/review/callback-rows.ts';
import { anotherReviewer, isBlind } from '../../domain/review/second-look-access.ts';
import { arrivedAt } from '../../domain/visits/server-time.ts';

/** Locks a call-back. `caller` is the name of the colleague who is calling now, if any. */
export async function lockCallback(db: Db, id: number, adminId: number) {
  const { rows } = await sql<{ is_open: boolean; caller: string | null }>`
    select c.closed_at is null as is_open, case when c.caller_id <> ${adminId} and c.calling_until > now() then
      (select name from users where id = c.caller_id) end as caller
    from callbacks c where c.verification_id = ${id} for update of c`.execute(db);
  return rows[0];
}

/**
 * Opens a call-back for a verification. If an admin asks for it, opens a closed call-back again. Returns
 * whether it was opened.
 */
export async function openCallback(
  db: Db,
  id: number,
  because: 'sample' | 'asked',
  adminId: number | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into callbacks as known (verification_id, because, asked_by) values (${id}, ${because}, ${adminId})
    on conflict (verification_id) do update set asked_by = excluded.asked_by, asked_at = now(), closed_at = null
    where known.closed_at is not null and excluded.asked_by is not null`.execute(db);
  return numAffectedRows === 1n;
}

export async function claimNumber(db: Db, id: number, adminId: number): Promise<string> {
  const { calling_until } = await db
    .updateTable('callbacks')
    .set({
      caller_id: adminId,
      calling_until: sql<string>`now() + make_interval(mins => ${callbackTimes.callMinutes})`,
    })
    .where('verification_id', '=', id)
    .returning('calling_until')
    .executeTakeFirstOrThrow();
  return calling_until as string;
}

interface NewCall {
  result: CallbackResult;
  note: string;
  adminId: number;
}

/**
 * Stores a call, and ends the caller's claim. Closes the call-back after an answer, or after calls without an
 * answer on `noAnswerDays` days. Returns whether the call-back is closed.
 */
export async function addCall(
  db: Db,
  id: number,
  { result, note, adminId }: NewCall,
  timeZone: string,
): Promise<boolean> {
  await db
    .insertInto('callback_calls')
    .values({ verification_id: id, by_id: adminId, result, note })
    .execute();
  const { rows } = await sql<{ is_closed: boolean }>`
    update callbacks c set caller_id = null, calling_until = null,
      closed_at = case when ${result}::text <> 'no_answer' or (
        select count(distinct (k.at at time zone ${timeZone})::date) from callback_calls k
        where k.verification_id = c.verification_id and k.result = 'no_answer' and k.at >= c.asked_at
      ) >= ${callbackTimes.noAnswerDays} then now() end
    where c.verification_id = ${id} returning closed_at is not null as is_closed`.execute(db);
  return rows[0]?.is_closed === true;
}

type ListQuery = z.output<(typeof listCallbacks)['query']>;

export async function listCallbackPage(
  db: Db,
  { page, page_size, state }: ListQuery,
  readerId: number,
): Promise<{ rows: CallbackSummary[]; count: number }> {
  const isOpen = state === 'open';
  const inState = sql`c.closed_at is ${isOpen ? sql`null` : sql`not null`}`;
  const order = isOpen
    ? sql`c.asked_at, c.verification_id`
    : sql`c.closed_at desc, c.verification_id desc`;
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from callbacks c where ${inState}`.execute(db);
  const { rows } = await sql<CallbackSummary>`
    select v.id as verification_id, a.applicant_name as applicant, a.portfolio_name, agent.name as agent,
      coalesce(${arrivedAt('n')}, v.submitted_at) as visited_at, c.because, c.asked_at, c.closed_at,
      case when c.asked_by <> ${readerId} and ${isBlind(sql`c.verification_id`, readerId)} then ${anotherReviewer} else asker.name end as asked_by,
      ${calling} as calling, coalesce(called.tries, 0)::int as tries, called.result
    from (select * from callbacks c where ${inState} order by ${order} limit ${page_size} offset ${(page - 1) * page_size}) as c
      join verifications v on v.id = c.verification_id join applicants a on a.id = v.applicant_id
      join users agent on agent.id = v.agent_id left join users asker on asker.id = c.asked_by
      left join visits n on n.id = v.visit_id
      cross join lateral (select count(*) as tries, (array_agg(k.result order by k.id desc))[1] as result
        from callback_calls k where k.verification_id = c.verification_id) as called
    order by ${order}`.execute(db);
  return { rows, count: counted[0]?.count ?? 0 };
}

/** Whether no evidence check has run yet, and the visit has the outcome `met` and a time of arrival. */
export async function isFirstLookAtMet(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from verifications v join visits n on n.id = v.visit_id
    where v.id = ${id} and v.evidence_checked_at is null and v.outcome = 'met' and n.arrived_at is not null`.execute(
    db,
  );
  return rows.length > 0;
}
