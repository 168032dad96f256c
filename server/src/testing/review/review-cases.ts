import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';

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
