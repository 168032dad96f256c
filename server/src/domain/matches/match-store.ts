import { type Match, type MatchReason, matchesNamed } from '@doorstep/contract/applicants/matches';
import { applicantStatuses } from '@doorstep/contract/applicants/status';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { isoUtc } from '../../db/moments.ts';
import { haveSameLender } from '../same-lender.ts';
import { isMatchable, type Keyed, keyed } from './key-store.ts';

/**
 * The maximum number of names that are compared for each status: those of the newest applicants with the same
 * pin code.
 */
const namesCompared = 500;

/** The minimum pg_trgm similarity at which two names count as similar. */
const similar = 0.6;

/**
 * Two applicants that match. `own` is the id for which matches are searched, and `id` is the id of the match.
 */
interface Pair {
  own: number;
  id: number;
  because: MatchReason;
}

export async function findMatches(db: Db, applicantId: number): Promise<Match[]> {
  const owns = await readKeyed(db, [applicantId]);
  const [own] = owns;
  if (!own) return [];
  const pairs = [...(await findByKeys(db, owns)), ...(await findSimilar(db, own))];
  return (await describeMatches(db, pairs)).get(applicantId) ?? [];
}

export async function findExactMatches(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, Match[]>> {
  return describeMatches(db, await findByKeys(db, await readKeyed(db, ids)));
}

const readKeyed = (db: Db, ids: readonly number[]): Promise<Keyed[]> =>
  db
    .selectFrom('applicants')
    .select(['id', 'applicant_name', 'mobile_number', 'address', 'pin_code'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('anonymised_at', 'is', null)
    .execute();

async function findByKeys(db: Db, owns: readonly Keyed[]): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select keys.id as own, because, unnest(applicant_ids) as id
    from (${keyed(owns)}) as keys join applicant_keys using (key)`.execute(db);
  return rows;
}

async function findSimilar(db: Db, { id: own, applicant_name, pin_code }: Keyed): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select ${own}::bigint as own, 'similar_name' as because, id
    from unnest(${applicantStatuses}::text[]) as statuses (status)
    cross join lateral (
      select a.id, a.applicant_name from applicants a
      where a.status = statuses.status and a.pin_code = ${pin_code} and a.deleted_at is null
      order by a.id desc limit ${sql.lit(namesCompared)}
    ) as near
    where similarity(lower(applicant_name), lower(${applicant_name})) >= ${sql.lit(similar)}`.execute(
    db,
  );
  return rows;
}

interface Described {
  own: number;
  id: number;
  application_id: string;
  applicant_name: string;
  created_at: string;
  is_own_lenders: boolean;
  because: MatchReason[];
}

/**
 * Lists up to `matchesNamed` matching applications of each applicant, newest first. If several applicants of
 * an application match, lists only the applicant with the most matching values. An applicant of another
 * lender is not named.
 */
async function describeMatches(db: Db, pairs: readonly Pair[]): Promise<Map<number, Match[]>> {
  if (pairs.length === 0) return new Map();
  const { rows } = await sql<Described>`
    with described as (
      select own.id as own, a.id, a.application_id, a.applicant_name, ${isoUtc(sql`a.created_at`)} as created_at,
        ${haveSameLender('a', 'own')} as is_own_lenders,
        array_agg(distinct pair.because) as because
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair (own bigint, id bigint, because text)
      join applicants own on own.id = pair.own
      join applicants a on a.id = pair.id
      where a.application_id <> own.application_id and ${isMatchable(sql`own.created_at`)}
      group by own.id, a.id, is_own_lenders
    ), best as (
      select distinct on (own, application_id, is_own_lenders) * from described
      order by own, application_id, is_own_lenders, cardinality(because) desc, id desc
    )
    select own, id, application_id, applicant_name, created_at, is_own_lenders, to_json(because) as because
    from best order by id desc`.execute(db);
  const matches = new Map<number, Match[]>();
  for (const row of rows) {
    const known = matches.get(row.own) ?? [];
    if (known.length < matchesNamed) matches.set(row.own, [...known, toMatch(row)]);
  }
  return matches;
}

function toMatch({ own: _, is_own_lenders, because, ...applicant }: Described): Match {
  return { because: withoutSimilar(because), ...(is_own_lenders && { applicant }) };
}

const withoutSimilar = (because: MatchReason[]) =>
  because.includes('name') ? because.filter((one) => one !== 'similar_name') : because;
