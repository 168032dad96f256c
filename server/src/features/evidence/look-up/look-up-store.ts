import type { ManifestPhoto } from '@doorstep/contract/visits/manifest';
import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';
import { type Expression, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { arrivedAt, serverTime } from '../../../domain/visits/server-time.ts';
import { checkedApplicant, checkedPlace } from '../checked-rows.ts';
import type { CheckedVerification } from '../checked-verification.ts';
import { leastTexture } from '../photos/photo-look-up-store.ts';

const ms = (moment: Expression<unknown>) =>
  sql<number | null>`(extract(epoch from ${moment}) * 1000)::float8`;

export function findVerification(db: Db, id: number) {
  return db
    .selectFrom('verifications as v')
    .innerJoin('applicants as a', 'a.id', 'v.applicant_id')
    .leftJoin('visits as n', 'n.id', 'v.visit_id')
    .leftJoin('devices as d', (join) =>
      join.on('d.id', '=', sql<string>`coalesce(n.signed_with, n.device_id)`),
    )
    .select([
      ...(['v.agent_id as agentId', 'v.visit_id as visitId', 'n.fixes', 'n.facts'] as const),
      ...(['a.anonymised_at', 'd.id as phoneId', 'd.label as phoneLabel'] as const),
    ])
    .select([
      checkedApplicant,
      checkedPlace(sql`v.latitude`, sql`v.longitude`),
      sql<VisitOutcome>`v.outcome`.as('outcome'),
      ms(serverTime('n.begun_at', 'n')).as('begunAt'),
      ms(arrivedAt('n')).as('arrivedAt'),
      ms(serverTime('n.left_at', 'n')).as('leftAt'),
      sql<number>`(extract(epoch from coalesce(n.received_at, v.submitted_at)) * 1000)::float8`.as(
        'receivedAt',
      ),
      sql<boolean>`n.clock_offset_ms is not null`.as('isClockKnown'),
      sql<boolean>`n.manifest is not null`.as('isFromPhone'),
      sql<string[]>`array[v.remark, v.neighbour1_feedback, v.neighbour2_feedback]`.as('words'),
      // Early versions stored no assignments. An old verification may have only assignments from after its
      // submission, which don't show when the task was first assigned.
      sql<number | null>`(select extract(epoch from min(s.at)) * 1000 from assignments s
        where s.applicant_id = a.id having min(s.at) < v.submitted_at)::float8`.as(
        'firstAssignedAt',
      ),
      ms(sql`(select max(c.at) from callback_calls c
        where c.verification_id = v.id and c.result = 'denies_visit')`).as('deniedAt'),
    ])
    .where('v.id', '=', id)
    .executeTakeFirst();
}

export type CaseRow = NonNullable<Awaited<ReturnType<typeof findVerification>>>;

export function listPhotos(db: Db, id: number) {
  return db
    .selectFrom('photos as p')
    .leftJoin('visits as n', 'n.id', 'p.visit_id')
    .leftJoin('photo_hashes as h', 'h.photo_id', 'p.id')
    .select(['p.id', 'p.position', 'p.kind', 'p.width', 'p.height', 'p.source'])
    .select([
      ms(serverTime('p.captured_at', 'n')).as('capturedAt'),
      ms(sql.ref('p.taken_at')).as('takenAt'),
      sql<boolean>`p.latitude is not null and p.longitude is not null`.as('hasPlaceInFile'),
      sql<ManifestPhoto | null>`p.capture`.as('capture'),
      sql<boolean>`coalesce(h.texture < ${leastTexture}, false)`.as('isFlat'),
    ])
    .where('p.verification_id', '=', id)
    .orderBy('p.position')
    .execute();
}

export type CasePhotoRow = Awaited<ReturnType<typeof listPhotos>>[number];

/** The number of hours before and after a visit in which other visits are compared. */
const hours = 12;
/** The largest clock error of a phone that the search allows for, in days. The index contains uncorrected moments. */
const mostDaysWrong = 7;
/** The maximum number of other visits, because a phone may send any number of attempts. */
const mostAround = 200;

/**
 * Selects the ids of the same agent's visits within twelve hours before and after a visit. Visits with a
 * verification come first, so that many attempts can't hide them. Otherwise the nearest in time come first.
 */
const nearestTo = (visitId: string) => sql<string>`(
  select n.id from visits own join visits n on n.agent_id = own.agent_id and n.id <> own.id
    left join verifications v on v.visit_id = n.id
    cross join lateral (select ${arrivedAt('own')} as own_at, ${arrivedAt('n')} as at) as moments
  where own.id = ${visitId}
    and n.arrived_at between own_at - make_interval(days => ${mostDaysWrong}, hours => ${hours})
      and own_at + make_interval(days => ${mostDaysWrong}, hours => ${hours})
    and at between own_at - make_interval(hours => ${hours}) and own_at + make_interval(hours => ${hours})
  order by v.id is null, abs(extract(epoch from at - own_at)), n.id limit ${mostAround})`;

/** Includes visits that an admin set aside, because they also show where the agent was. */
export function listVisitsAround(db: Db, visitId: string) {
  return db
    .selectFrom('visits as n')
    .innerJoin('applicants as a', 'a.id', 'n.applicant_id')
    .leftJoin('verifications as v', 'v.visit_id', 'n.id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('photos as p')
          .select(({ fn }) => [
            fn.min('p.captured_at').as('first_at'),
            fn.max('p.captured_at').as('last_at'),
          ])
          .whereRef('p.visit_id', '=', 'n.id')
          .where('p.source', '!=', 'file')
          // Leaves out photos from before the last arrival, because the agent may have been elsewhere in
          // between.
          .where(sql<boolean>`(n.begun_at is null or p.captured_at >= n.arrived_at)`)
          .as('taken'),
      (join) => join.onTrue(),
    )
    .select(['n.id', 'v.id as verificationId', checkedApplicant])
    .select([
      checkedPlace(sql`n.latitude`, sql`n.longitude`),
      sql<boolean>`n.clock_offset_ms is not null`.as('isClockKnown'),
      ms(arrivedAt('n')).as('arrivedAt'),
      ms(serverTime('n.left_at', 'n')).as('leftAt'),
      ms(serverTime('taken.first_at', 'n')).as('firstAt'),
      ms(serverTime('taken.last_at', 'n')).as('lastAt'),
    ])
    .where('n.id', 'in', nearestTo(visitId))
    .execute();
}

export type AroundRow = Awaited<ReturnType<typeof listVisitsAround>>[number];

export async function listColleagues(
  db: Db,
  { phoneId, visitId, agentId }: { phoneId: string; visitId: string; agentId: number },
  timeZone: string,
): Promise<{ name: string; at: number }[]> {
  const begun = (visit: string) =>
    sql`coalesce(${arrivedAt(visit)}, ${sql.ref(`${visit}.received_at`)})`;
  const dayOf = (visit: string) => sql`(${begun(visit)} at time zone ${timeZone})::date`;
  const { rows } = await sql<{ name: string; at: number }>`
    select name, at from (select distinct on (n.agent_id) u.name,
      (extract(epoch from ${begun('n')}) * 1000)::float8 as at
    from visits own join visits n on n.signed_with = ${phoneId} and n.agent_id <> ${agentId}
      and ${dayOf('n')} = ${dayOf('own')} and n.received_at > own.received_at - interval '30 days'
    join users u on u.id = n.agent_id
    where own.id = ${visitId} order by n.agent_id, at) as colleagues order by at limit 20`.execute(
    db,
  );
  return rows;
}

interface Writer {
  id: number;
  agentId: number;
}

export const listWords = async (db: Db, writer: Writer, days: number) =>
  (await wordsOf(writer, days).execute(db)).rows;

/**
 * Also sets a lower limit for the ids, because the index is on the agent and the id. Ids increase over time,
 * so no older row is read.
 */
export const wordsOf = ({ id, agentId }: Writer, days: number) => {
  const first = sql`(select submitted_at - make_interval(days => ${days}) from verifications where id = ${id})`;
  return sql<CheckedVerification['recentWords'][number]>`
    select v.id as "verificationId", v.applicant_id as "applicantId", array[v.remark, v.neighbour1_feedback, v.neighbour2_feedback] as words
    from verifications v
    where v.agent_id = ${agentId} and v.id < ${id} and v.submitted_at > ${first}
      and v.id > coalesce((select id from verifications where submitted_at <= ${first} order by submitted_at desc limit 1), 0)
    order by v.id desc limit 1000`;
};
