import type { AuditEntry } from '@doorstep/contract/audit';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

export function selectAudit(db: Db) {
  return db
    .selectFrom('audit as a')
    .leftJoin('users as actor', 'actor.id', 'a.actor_id')
    .select([
      'a.id',
      'a.at',
      'a.action',
      'a.subject',
      'a.subject_id',
      'a.address',
      sql<AuditEntry['actor']>`case when actor.id is not null
        then jsonb_build_object('id', actor.id, 'name', actor.name) end`.as('actor'),
    ]);
}
