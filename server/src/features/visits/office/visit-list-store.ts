import type { Visit } from '@doorstep/contract/visits/visit';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { countRows } from '../../../db/count-rows.ts';
import { photosWhere } from '../../../domain/photo-rows.ts';
import { arrivedAt, serverTime } from '../../../domain/visits/server-time.ts';
import { signatureOf } from '../../../domain/visits/signature-rows.ts';

function selectVisits(db: Db) {
  return db
    .selectFrom('visits as n')
    .innerJoin('applicants as a', 'a.id', 'n.applicant_id')
    .innerJoin('users as agent', 'agent.id', 'n.agent_id')
    .leftJoin('users as settler', 'settler.id', 'n.resolved_by')
    .leftJoin('verifications as v', 'v.visit_id', 'n.id')
    .leftJoinLateral(
      () => colleague.as('colleague'),
      (join) => join.onTrue(),
    )
    .select([
      'n.id',
      'n.applicant_id',
      'a.application_id',
      'a.applicant_name as applicant',
      'a.visit_type',
      'n.agent_id',
      'agent.name as agent',
      'n.outcome',
      'n.is_final',
      'n.try_again_at',
      'n.received_at',
      'n.latitude',
      'n.longitude',
      'n.accuracy_m',
      'n.facts',
      'n.statement',
      'n.photos_expected',
      'n.photos_skipped',
      'n.standing',
      'n.held_because',
      'colleague.name as colleague',
      'colleague.since as colleague_since',
      'settler.name as resolved_by',
      'n.resolved_at',
      'n.resolution_note',
      'v.id as verification_id',
    ])
    .select([arrivedAt('n').as('arrived_at'), serverTime('n.left_at', 'n').as('left_at')])
    .select([smallManifest.as('manifest'), photosWhere(sql`p.visit_id = n.id`).as('photos')])
    .select(signatureOf(sql`n.id`).as('signature'));
}

/**
 * A visit's manifest, which contains the reason for an inaccurate place. Null above 64 KB, because large
 * manifests would make a list megabytes long.
 */
const smallManifest = sql<Buffer | null>`case when octet_length(n.manifest) <= 65536 then n.manifest end`;

/** The colleague who had the task, or had already visited, when a held visit arrived. */
const colleague = sql<{ name: string; since: Visit['colleague_since'] }>`(
  select u.name, found.since from (
    select agent_id, at as since from (
      select agent_id, at from assignments
      where applicant_id = n.applicant_id and at <= n.received_at order by version desc limit 1) as assigned
    where n.held_because = 'reassigned'
    union all
    select agent_id, at from (
      select agent_id, submitted_at as at from verifications
      where applicant_id = n.applicant_id and submitted_at <= n.received_at
        and visit_id is distinct from n.id order by id desc limit 1) as visited
    where n.held_because = 'already_visited'
  ) as found join users u on u.id = found.agent_id and u.id <> n.agent_id)`;

export type VisitRecord = Awaited<ReturnType<typeof listVisitsOf>>[number];

export async function listHeld(
  db: Db,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ rows: VisitRecord[]; count: number }> {
  const [count, rows] = await Promise.all([
    countRows(db.selectFrom('visits').where('standing', '=', 'held')),
    selectVisits(db)
      .where('n.standing', '=', 'held')
      .orderBy('n.received_at')
      .orderBy('n.id')
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute(),
  ]);
  return { rows, count };
}

export function listVisitsOf(db: Db, applicantId: number) {
  return selectVisits(db)
    .where('n.applicant_id', '=', applicantId)
    .orderBy('n.received_at', 'desc')
    .orderBy('n.id')
    .execute();
}

export function findOwnVisit(db: Db, agentId: number, id: string) {
  return selectVisits(db)
    .select(['a.address', 'a.pin_code'])
    .where('n.id', '=', id)
    .where('n.agent_id', '=', agentId)
    .executeTakeFirst();
}
