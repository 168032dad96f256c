import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { arrivedAt } from '../../../domain/visits/server-time.ts';
import { checkedApplicant, checkedPlace } from '../checked-rows.ts';
import type { EvidencePhoto, MatchingPhoto } from '../checked-verification.ts';

interface Pair {
  photo_id: string;
  other_id: string;
}
interface AlikePair extends Pair {
  dhash_distance: number;
  phash_distance: number;
}

/** Two photos are similar if at most this many of the 64 bits of each hash differ. */
interface Alike {
  dhash: number;
  phash: number;
}

/**
 * The minimum texture of a photo that is compared. Photos of a wall, the sky or the dark have less texture,
 * and all look alike.
 */
export const leastTexture = 1;

type Elsewhere = Pick<EvidencePhoto, 'sameFile' | 'alike'>;

const mostPairs = 100;
/**
 * The maximum number of copies of a photo that are read, because a client may attach the same picture to
 * every visit.
 */
const mostCopies = 1000;

interface Whose {
  applicantId: number;
  agentId: number;
}

/**
 * Finds earlier photos that are equal or similar to given photos. The keys of the result are the ids of the
 * given photos. Ignores the agent's own photos of the same applicant, because an agent may send photos again.
 */
export async function findMatchingPhotos(
  db: Db,
  whose: Whose,
  photoIds: string[],
  limits: Alike,
): Promise<Map<string, Elsewhere>> {
  const same = await findSameFiles(db, photoIds);
  const lookalikes = await findLookalikes(db, whose.applicantId, photoIds, limits);
  const others = await describePhotos(
    db,
    whose,
    [...same, ...lookalikes].map(({ other_id }) => other_id),
  );
  const found = new Map<string, Elsewhere>(photoIds.map((id) => [id, { sameFile: [], alike: [] }]));
  for (const { photo_id, other_id } of same) {
    const other = others.get(other_id);
    if (other) found.get(photo_id)?.sameFile.push(other);
  }
  for (const { photo_id, other_id, dhash_distance, phash_distance } of lookalikes) {
    const other = others.get(other_id);
    const of = found.get(photo_id);
    if (!other || of?.sameFile.includes(other)) continue;
    of?.alike.push({ ...other, dhashDistance: dhash_distance, phashDistance: phash_distance });
  }
  return found;
}

export async function findSameFiles(db: Db, photoIds: string[]): Promise<Pair[]> {
  return (await sameFilesOf(photoIds).execute(db)).rows;
}

/**
 * Matches each photo only with earlier photos. So if two verifications have the same file, only the later one
 * gets a finding.
 */
export const sameFilesOf = (photoIds: string[]) => sql<Pair>`
    select mine.id as photo_id, other.id as other_id
    from photos mine cross join lateral (
        select p.id from photos p where p.sha256 = mine.sha256 and p.id <> all(${photoIds}::uuid[]) limit ${mostCopies}) other
      left join photo_hashes m on m.photo_id = mine.id left join photo_hashes o on o.photo_id = other.id
    where mine.id = any(${photoIds}::uuid[])
      and coalesce(o.stored_at, '-infinity') <= coalesce(m.stored_at, 'infinity')
    order by o.stored_at limit ${mostPairs}`;

const year = sql`interval '365 days'`;

/**
 * Finds similar photos that the same agent sent for other applicants in the year before the given photos. For
 * each given photo, returns only the most similar photo of each applicant. Otherwise, many photos of one door
 * would displace photos of other doors. Reads the index once for all photos, because reading takes longer
 * than comparing bits.
 */
export async function findLookalikes(
  db: Db,
  applicantId: number,
  photoIds: string[],
  limits: Alike,
): Promise<AlikePair[]> {
  const own = await listHashes(db, photoIds);
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last) return [];
  const agents = [...new Set(own.map(({ agent_id }) => agent_id))];
  const isLikeAny = sql.join(
    own.map(
      ({ dhash, phash }) => sql`(bit_count(dhash # ${dhash}::bit(64)) <= ${limits.dhash}
        and bit_count(phash # ${phash}::bit(64)) <= ${limits.phash})`,
    ),
    sql` or `,
  );
  const { rows } = await sql<AlikePair>`
    with other as materialized (
      select photo_id, agent_id, stored_at, dhash, phash from photo_hashes
      where agent_id = any(${agents}::bigint[]) and texture >= ${leastTexture} and (${isLikeAny})
        and stored_at between ${first.stored_at}::timestamptz - ${year} and ${last.stored_at}::timestamptz),
    pair as materialized (
      select mine.photo_id, other.photo_id as other_id, dhash_distance, phash_distance
      from other join photo_hashes mine on mine.agent_id = other.agent_id
          and other.stored_at between mine.stored_at - ${year} and mine.stored_at
        cross join lateral (select bit_count(other.dhash # mine.dhash)::int as dhash_distance,
          bit_count(other.phash # mine.phash)::int as phash_distance) as distances
      where mine.photo_id = any(${photoIds}::uuid[]) and other.photo_id <> all(${photoIds}::uuid[])
        and mine.texture >= ${leastTexture} and dhash_distance <= ${limits.dhash} and phash_distance <= ${limits.phash}),
    -- Uses a subquery instead of a join, because the planner expects many pairs although there are few.
    whose as materialized (
      select pair.*, (
        select coalesce(v.applicant_id, n.applicant_id) from photos p left join verifications v on v.id = p.verification_id
          left join visits n on n.id = p.visit_id where p.id = other_id) as applicant_id
      from pair),
    nearest as (
      select distinct on (photo_id, applicant_id) * from whose where applicant_id <> ${applicantId}
      order by photo_id, applicant_id, dhash_distance + phash_distance, other_id)
    select photo_id, other_id, dhash_distance, phash_distance from nearest
    order by dhash_distance + phash_distance, other_id limit ${mostPairs}`.execute(db);
  return rows;
}

async function listHashes(db: Db, photoIds: string[]) {
  const { rows } = await sql<{ agent_id: number; stored_at: string; dhash: string; phash: string }>`
    select agent_id, stored_at::text, dhash::text, phash::text from photo_hashes as h
    where photo_id = any(${photoIds}::uuid[]) and texture >= ${leastTexture} order by h.stored_at`.execute(
    db,
  );
  return rows;
}

async function describePhotos(
  db: Db,
  { applicantId, agentId }: Whose,
  ids: string[],
): Promise<Map<string, MatchingPhoto>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('photos as p')
    .leftJoin('verifications as v', 'v.id', 'p.verification_id')
    .leftJoin('visits as n', 'n.id', 'p.visit_id')
    .innerJoin('applicants as a', (join) =>
      join.on('a.id', '=', sql<number>`coalesce(v.applicant_id, n.applicant_id)`),
    )
    .innerJoin('users as u', (join) =>
      join.on('u.id', '=', sql<number>`coalesce(v.agent_id, n.agent_id)`),
    )
    .select(['p.id as photoId', 'p.position', 'v.id as verificationId', 'u.id as agentId'])
    .select(['u.name as agentName', checkedApplicant])
    .select([
      checkedPlace(sql`coalesce(v.latitude, n.latitude)`, sql`coalesce(v.longitude, n.longitude)`),
      sql<boolean>`v.id is null and not n.is_final`.as('isAttempt'),
    ])
    .select(
      sql<number>`extract(epoch from coalesce(${arrivedAt('n')}, v.submitted_at, n.received_at))::float8 * 1000`.as(
        'at',
      ),
    )
    .where('p.id', 'in', ids)
    .where(({ eb, or }) => or([eb('a.id', '<>', applicantId), eb('u.id', '<>', agentId)]))
    .execute();
  return new Map(rows.map((row) => [row.photoId, row]));
}
