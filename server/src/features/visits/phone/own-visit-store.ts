import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { photosWhere } from '../../../domain/photo-rows.ts';
import { arrivedAt, serverTime } from '../../../domain/visits/server-time.ts';
import { signatureOf } from '../../../domain/visits/signature-rows.ts';

export function findOwnVisit(db: Db, agentId: number, id: string) {
  return db
    .selectFrom('visits as n')
    .innerJoin('applicants as a', 'a.id', 'n.applicant_id')
    .select([
      'n.id as visit_id',
      'a.application_id',
      'a.applicant_name as name',
      'a.address',
      'a.pin_code',
      'a.visit_type',
      'n.outcome',
      'n.is_final',
      'n.try_again_at',
      'n.received_at',
      'n.facts',
      'n.statement',
      'n.photos_expected',
      'n.photos_skipped',
    ])
    .select([arrivedAt('n').as('arrived_at'), serverTime('n.left_at', 'n').as('left_at')])
    .select(photosWhere(sql`p.visit_id = n.id`).as('photos'))
    .select(signatureOf(sql`n.id`).as('signature'))
    .where('n.id', '=', id)
    .where('n.agent_id', '=', agentId)
    .executeTakeFirst();
}
