import { reviewTimes } from '@doorstep/contract/review';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { leaseFor } from '../../../domain/background-files.ts';
import { serverLimits } from '../../../limits.ts';

export function listPlans(db: Db) {
  return db
    .selectFrom('daily_exports as d')
    .innerJoin('lenders as l', 'l.id', 'd.lender_id')
    .select(['d.lender_id', 'l.name', 'd.at', 'd.format', 'd.planned_until'])
    .where('l.deleted_at', 'is', null)
    .execute();
}

/** Records that the file of this time is planned. Returns false if it was already planned. */
export async function claimPlan(db: Db, lenderId: number, due: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('daily_exports')
    .set({ planned_until: due })
    .where('lender_id', '=', lenderId)
    .where('planned_until', '<', due.toISOString())
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Truncates the time of a decision to milliseconds, because an undo may restore the time without
 * microseconds.
 */
const decidedAt = sql`date_trunc('milliseconds', v.decided_at)`;

/**
 * Adds a file with the decisions that were final at the file's time and are in no earlier file. Ignores
 * decisions from long before the last file, because reading a million rows would take minutes. Adds no file
 * if one with this name exists, for example after clocks were set back. The next file then contains the
 * decisions.
 */
export async function addDelivery(
  db: Db,
  { lender_id, name, last, due }: { lender_id: number; name: string; last: string; due: Date },
): Promise<void> {
  const after = new Date(Date.parse(last) - serverLimits.deliveryLookBackDays * 86_400_000);
  await sql`with added as (
      insert into deliveries (lender_id, name, due_at)
      select ${lender_id}::bigint, ${name}::text, ${due}::timestamptz
      where not exists (select from deliveries where lender_id = ${lender_id} and name = ${name})
      on conflict (lender_id, due_at) do nothing returning id),
    -- Materialized, because the planner underestimates the number of the lender's applicants and would
    -- start with them.
    undelivered as materialized (
      select v.id, v.applicant_id, ${decidedAt} as decided_at from verifications v
      where v.decided_at > ${after}::timestamptz
        and v.decided_at <= ${due}::timestamptz - make_interval(secs => ${reviewTimes.undoDecisionSeconds})
        and v.decided_at > (select since from daily_exports where lender_id = ${lender_id})
        and not exists (select from delivered_verifications o
          where o.verification_id = v.id and o.decided_at = ${decidedAt})),
    taken as (
      insert into delivered_verifications (verification_id, decided_at, delivery_id)
      select v.id, v.decided_at, added.id
      from added, undelivered v join applicants a on a.id = v.applicant_id
        left join turnaround_rules r on r.id = a.rule_id
        left join lender_portfolios lp on lp.portfolio_name = a.portfolio_name
      where coalesce(r.lender_id, lp.lender_id) = ${lender_id} and a.deleted_at is null
      order by v.id limit ${serverLimits.exportMaxRows})
    select`.execute(db);
}

const lease = leaseFor(serverLimits.deliveryLeaseSeconds);

/** Marks files as failed if their server died during the last attempt to send. */
export async function endSpentDeliveries(db: Db): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ next_try_at: null, leased_until: null })
    .set({ failure: sql`coalesce(failure, 'The server stopped while it sent the file.')` })
    .where('sent_at', 'is', null)
    .where('next_try_at', 'is not', null)
    .where('tries', '>=', serverLimits.deliveryTries)
    .where('leased_until', '<', sql<string>`now()`)
    .execute();
}

export async function takeDelivery(db: Db) {
  const { rows } = await sql<{ id: number; lender_id: number; name: string; tries: number }>`
    update deliveries set leased_until = ${lease}, tries = tries + 1
    where id = (select f.id from deliveries f join daily_exports d using (lender_id)
      join lenders l on l.id = f.lender_id and l.deleted_at is null
      where f.sent_at is null and f.next_try_at <= now() and (f.leased_until is null or f.leased_until < now())
      order by f.next_try_at limit 1 for update of f skip locked)
    returning id, lender_id, name, tries`.execute(db);
  return rows[0];
}
export type TakenDelivery = NonNullable<Awaited<ReturnType<typeof takeDelivery>>>;

export function readTarget(db: Db, lenderId: number) {
  return db
    .selectFrom('daily_exports')
    .select(['target', 'secret'])
    .where('lender_id', '=', lenderId)
    .executeTakeFirst();
}

/**
 * Removes decisions from a file that is about to be sent, if they were replaced or undone after the file was
 * planned. Returns the number of removed decisions. A later file contains the new decisions on these
 * verifications.
 */
export async function releaseReplaced(db: Db, deliveryId: number): Promise<number> {
  const { numAffectedRows = 0n } =
    await sql`delete from delivered_verifications d using verifications v
    where d.delivery_id = ${deliveryId} and v.id = d.verification_id
      and ${decidedAt} is distinct from d.decided_at`.execute(db);
  return Number(numAffectedRows);
}

export async function listDelivered(db: Db, deliveryId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('delivered_verifications')
    .select('verification_id')
    .where('delivery_id', '=', deliveryId)
    .orderBy('verification_id', 'desc')
    .execute();
  return rows.map(({ verification_id }) => verification_id);
}

const change = async (db: Db, { id, tries }: TakenDelivery, set: Record<string, unknown>) => {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set(set)
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Extends the lease. Returns false if another server took over the file, or the file was deleted or sent. */
export const renewDelivery = (db: Db, taken: TakenDelivery): Promise<boolean> =>
  change(db, taken, { leased_until: lease });

export const finishDelivery = (db: Db, taken: TakenDelivery, rows: number): Promise<boolean> =>
  change(db, taken, {
    ...{ sent_at: sql`now()`, leased_until: null, next_try_at: null, failure: null },
    rows,
  });

/**
 * Releases a file, so that it is sent again after `seconds`. If `seconds` is null, the file is not sent again
 * automatically.
 */
export const failDelivery = (
  db: Db,
  taken: TakenDelivery,
  { failure, seconds }: { failure: string; seconds: number | null },
): Promise<boolean> =>
  change(db, taken, {
    ...{ failure, leased_until: null },
    next_try_at: seconds === null ? null : sql`now() + make_interval(secs => ${seconds})`,
  });

/** Releases a file because this server stops. This does not count as an attempt to send. */
export const leaveDelivery = (db: Db, taken: TakenDelivery): Promise<boolean> =>
  change(db, taken, { leased_until: null, tries: taken.tries - 1 });
