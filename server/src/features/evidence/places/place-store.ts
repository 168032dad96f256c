import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { countRows } from '../../../db/count-rows.ts';
import type { PinPlace } from '../../../domain/pins/pin-table.ts';

export async function replaceOwnPins(db: Db, places: readonly PinPlace[]): Promise<void> {
  await sql`delete from pin_places`.execute(db);
  await sql`insert into pin_places (pin_code, latitude, longitude, district)
    select * from unnest(${places.map(({ pinCode }) => pinCode)}::text[],
      ${places.map(({ latitude }) => latitude)}::float8[], ${places.map(({ longitude }) => longitude)}::float8[],
      ${places.map(({ district }) => district)}::text[])`.execute(db);
}

export async function countOwnPins(db: Db): Promise<number> {
  return countRows(db.selectFrom('pin_places'));
}

export async function ownPinsLoadedAt(db: Db): Promise<string | undefined> {
  // All rows have the same time, because one transaction inserted them.
  const row = await db.selectFrom('pin_places').select('loaded_at').limit(1).executeTakeFirst();
  return row?.loaded_at;
}

export async function readOwnPins(db: Db): Promise<PinPlace[]> {
  const rows = await db
    .selectFrom('pin_places')
    .select(['pin_code', 'latitude', 'longitude', 'district'])
    .execute();
  return rows.map(({ pin_code, ...place }) => ({ pinCode: pin_code, ...place }));
}

export interface Learning {
  timeZone: string;
  /** The minimum number of visits to learn a place. */
  visits: number;
  /** The maximum error of a visit's place, in metres. Less accurate visits are not used. */
  exactM: number;
}

/**
 * Only this many visits of an agent count for a pin code and day, so that no agent can move a usual place in
 * an afternoon.
 */
const visitsOfAgentAndDay = 3;

/**
 * For each pin code with enough visits, stores the median place of the positive visits of two years. Also
 * stores the distance from it within which 95 % of these visits were. Deletes the places of all other pin
 * codes. Returns the number of stored pin codes.
 */
export async function learnPlaces(db: Db, { timeZone, visits, exactM }: Learning): Promise<number> {
  const { rows } = await sql<{ known: number }>`
    with taught as (
      select a.pin_code, n.latitude, n.longitude, row_number() over (
          partition by a.pin_code, n.agent_id, (n.received_at at time zone ${timeZone})::date order by n.received_at, n.id) as nth
      from verifications v join visits n on n.id = v.visit_id join applicants a on a.id = v.applicant_id
      where v.admin_decision = 'positive' and v.submitted_at > now() - interval '2 years'
        and n.latitude is not null and n.longitude is not null and n.accuracy_m <= ${exactM}
        and a.deleted_at is null and a.anonymised_at is null),
    kept as (select * from taught where nth <= ${visitsOfAgentAndDay}),
    centres as (
      select pin_code, count(*) as visits, percentile_cont(0.5) within group (order by latitude) as latitude,
        percentile_cont(0.5) within group (order by longitude) as longitude
      from kept group by pin_code having count(*) >= ${visits}),
    learned as (
      select c.pin_code, c.latitude, c.longitude, c.visits,
        -- The distance of one visit, without interpolation. One wrong address among twenty visits has no
        -- effect.
        percentile_disc(0.95) within group (order by 2 * 6371000 * asin(least(1, sqrt(
          sin(radians(k.latitude - c.latitude) / 2) ^ 2 + cos(radians(c.latitude)) * cos(radians(k.latitude))
            * sin(radians(k.longitude - c.longitude) / 2) ^ 2)))) as p95_m
      from centres c join kept k using (pin_code) group by c.pin_code, c.latitude, c.longitude, c.visits),
    forgotten as (delete from learned_places where pin_code not in (select pin_code from learned)),
    stored as (
      insert into learned_places (pin_code, latitude, longitude, visits, p95_m)
      select pin_code, latitude, longitude, visits, p95_m from learned
      on conflict (pin_code) do update set latitude = excluded.latitude, longitude = excluded.longitude,
        visits = excluded.visits, p95_m = excluded.p95_m, learned_at = now())
    select count(*) as known from learned`.execute(db);
  return rows[0]?.known ?? 0;
}

export async function findLearned(db: Db, pinCode: string) {
  const learned = await db
    .selectFrom('learned_places')
    .select(['latitude', 'longitude', 'visits', 'p95_m as p95M'])
    .where('pin_code', '=', pinCode)
    .executeTakeFirst();
  return learned ?? null;
}
