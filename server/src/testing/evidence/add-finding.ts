import type { Insertable, Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { changeRows } from '../rows.ts';

export async function addFinding(
  db: Kysely<Database>,
  id: number,
  more: Partial<Insertable<Database['evidence_findings']>> = {},
): Promise<void> {
  await changeRows(
    db,
    'verifications',
    { id },
    { evidence_due: false, evidence_checked_at: new Date(), checked_parts: ['time', 'photos'] },
  );
  await db
    .insertInto('evidence_findings')
    .values({
      verification_id: id,
      check_id: 'visit.short',
      version: 1,
      level: 'look',
      sentence: 'The agent was at the door for 100 seconds.',
      ...more,
    })
    .execute();
}
