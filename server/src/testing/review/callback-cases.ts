import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';

interface CallbackCase {
  id: number;
  agent_id: number;
  mobile: string;
}

/** The agent of the first one gets three decided verifications of yesterday. */
export async function findCallbackCases(db: Kysely<Database>, many: number) {
  const { rows } = await sql<CallbackCase>`
    select v.id, v.agent_id, a.mobile_number as mobile from verifications v join applicants a on a.id = v.applicant_id
    where v.admin_decision = 'pending' and v.sent_back_at is null and v.photos_expected <= v.image_count and v.image_count > 0
      and not exists (select from callbacks c where c.verification_id = v.id)
    order by v.id limit ${many}`.execute(db);
  await sql`update verifications set agent_id = ${rows[0]?.agent_id}, submitted_at = now() - interval '1 day' where id in (
    select id from verifications where admin_decision <> 'pending' and sent_back_at is null order by id limit 3)`.execute(
    db,
  );
  return rows;
}

export async function passDay(db: Kysely<Database>, id: number): Promise<void> {
  await sql`update callback_calls set at = at - interval '1 day' where verification_id = ${id}`.execute(
    db,
  );
  await sql`update callbacks set asked_at = asked_at - interval '1 day' where verification_id = ${id}`.execute(
    db,
  );
}

export async function readCallback(db: Kysely<Database>, id: number) {
  const { rows } = await sql<{
    is_open: boolean;
    looks: number;
    is_serious: boolean;
    again: number;
    decided: number;
  }>`
    select (select closed_at is null from callbacks where verification_id = v.id) as is_open,
      (select count(*) from audit where subject = 'verification' and subject_id = v.id and action = 'view_number') as looks,
      exists (select from evidence_findings f where f.verification_id = v.id and f.level = 'serious'
        and f.check_id = 'callback.denied') as is_serious,
      (select count(*) from reviews_again g where g.denied_id = v.id and g.done_at is null) as again,
      (select count(*) from verifications d where d.agent_id = v.agent_id and d.admin_decision <> 'pending'
        and d.sent_back_at is null and d.submitted_at >= now() - interval '7 days') as decided
    from verifications v where v.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`No verification ${id}`);
  return row;
}
