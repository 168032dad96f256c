import { matchDays } from '@doorstep/contract/applicants/matches';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { addressKey, nameKey } from './match-keys.ts';

/**
 * The maximum number of applicants that are stored for a key. Only the newest are stored, because a key that
 * many applicants share would make lookups slow.
 */
const most = sql.lit(20);
/**
 * The maximum number of ids that one statement adds to an existing key. It is below `most`, so that older ids
 * remain.
 */
const newer = sql.lit(10);

export const isMatchable = (moment: RawBuilder<unknown>) => sql`
  a.deleted_at is null and a.anonymised_at is null
  and abs(extract(epoch from a.created_at - ${moment})) <= ${sql.lit(matchDays * 86_400)}`;

export interface Keyed {
  id: number;
  mobile_number: string;
  applicant_name: string;
  address: string;
  pin_code: string;
}

/**
 * Returns SQL for the keys of applicants, each with the reason of the match. `first` is the lowest id of
 * `applicants` with the key.
 */
export const keyed = (applicants: readonly Keyed[]) => sql`
  select id, because, key, min(id) over (partition by key) as first
  from unnest(${applicants.map(({ id }) => id)}::bigint[],
    ${applicants.map((one) => one.mobile_number)}::text[], ${applicants.map(nameKey)}::text[],
    ${applicants.map(addressKey)}::text[]) as given (id, mobile, name, address)
  cross join lateral (values ('mobile_number', hashtextextended(mobile, 1)), ('name', hashtextextended(name, 2)),
    ('address', hashtextextended(address, 3))) as keys (because, key)
  where key is not null`;

const lockOfKeys = sql`hashtext('doorstep.applicant_keys')`;

/** Locks the keys of all applicants, because two transactions that change keys at the same time could deadlock. */
async function lockKeys(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOfKeys})`.execute(db);
}

export async function tryLockKeys(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${lockOfKeys}) as "isLocked"`.execute(db);
  return rows[0]?.isLocked === true;
}

/** Stores the applicants' keys. Returns the ids of those that match an applicant with a lower id. */
export async function storeKeys(db: Db, applicants: readonly Keyed[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with keyed as materialized (${keyed(applicants)}),
    known as (
      insert into applicant_keys as known
      select key, (array_agg(id order by id desc))[1:${most}] from keyed group by key
      on conflict (key) do update
        set applicant_ids = (excluded.applicant_ids[1:${newer}] || known.applicant_ids)[1:${most}]
      returning key, applicant_ids
    )
    select distinct keyed.id
    from keyed join known using (key) cross join lateral unnest(applicant_ids || first) as other (id)
    cross join lateral (
      select from applicants a join applicants own on own.id = keyed.id
      where a.id = other.id and a.application_id <> own.application_id and ${isMatchable(sql`own.created_at`)} offset 0
    ) as earlier
    where cardinality(applicant_ids) > 1 and other.id < keyed.id
    order by keyed.id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function removeKeys(db: Db, applicants: readonly Keyed[]): Promise<void> {
  await lockKeys(db);
  for (const one of applicants) {
    const theirs = sql`key in (select key from (${keyed([one])}) as keys)`;
    await sql`delete from applicant_keys where ${theirs} and applicant_ids = array[${one.id}::bigint]`.execute(
      db,
    );
    await sql`update applicant_keys set applicant_ids = array_remove(applicant_ids, ${one.id}::bigint)
      where ${theirs}`.execute(db);
  }
}
