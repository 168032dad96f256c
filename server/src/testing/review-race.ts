import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { claimNextCases } from '../features/review/review-service.ts';
import { addUser } from './test-app.ts';

/** Verifications without photos that wait for review, a second apart. */
export async function addCases(db: Kysely<Database>, agentId: number, count: number) {
  const prefix = randomUUID();
  await sql`
    with applicant as (
      insert into applicants (application_id, applicant_name, portfolio_name, visit_type, mobile_number, pin_code, address,
        status, assigned_agent_id)
      select ${prefix} || n, 'Name ' || n, 'Portfolio', 'OFFICE', '9820098200', '400001', 'Road', 'visited', ${agentId}
      from generate_series(1, ${count}::int) as n returning id, application_id
    ) insert into verifications (applicant_id, agent_id, overall_observation, idempotency_key, request_sha256, submitted_at)
    select id, ${agentId}, 'positive', application_id, ''::bytea, now() - make_interval(secs => id) from applicant`.execute(
    db,
  );
}

/** Sixteen admins take case after case, as the desk does, until nothing is left; answers who was shown each. */
export async function reviewAtOnce(db: Kysely<Database>): Promise<Map<number, number[]>> {
  const shownTo = new Map<number, number[]>();
  const review = async () => {
    const admin = await addUser(db, 'admin');
    let upcoming = await claimNextCases(db, admin.id);
    for (let shown = upcoming[0]; shown !== undefined; shown = upcoming[0]) {
      shownTo.set(shown, [...(shownTo.get(shown) ?? []), admin.id]);
      upcoming = await claimNextCases(db, admin.id, shown);
      await db
        .updateTable('verifications')
        .set({ admin_decision: 'positive', decided_by: admin.id, decided_at: new Date() })
        .where('id', '=', shown)
        .execute();
    }
  };
  await Promise.all(Array.from({ length: 16 }, review));
  return shownTo;
}
