import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../db/schema.ts';
import type { Chance } from '../demo/seeded.ts';

function randomChange(chance: Chance, agents: number[]) {
  const agent = chance.pick(agents);
  const portfolio = `Portfolio ${chance.between(1, 6)}`;
  const some = chance.between(1, 40);
  const prefix = randomUUID();
  const pick = sql`(select id from applicants where deleted_at is null order by md5(id::text || ${prefix}) limit ${some}
    for update skip locked)`;
  return chance.pick([
    sql`insert into applicants (application_id, applicant_name, portfolio_name, visit_type, mobile_number, pin_code,
        address, created_at)
      select ${prefix} || n, 'Name', ${portfolio}, 'OFFICE', '9820098200', '400001', 'Road',
        now() - make_interval(hours => n * 7)
      from generate_series(1, ${some}::int) as n`,
    sql`update applicants set status = 'assigned', assigned_agent_id = ${agent} where id in ${pick} and status = 'pending'`,
    sql`update applicants set status = 'pending', assigned_agent_id = null
      where assigned_agent_id = ${agent} and status = 'assigned'`,
    sql`update applicants set deleted_at = now() where id in ${pick} and status = 'pending'`,
    sql`update applicants set portfolio_name = ${portfolio}, created_at = created_at - interval '3 days' where id in ${pick}`,
    sql`delete from applicants where id in ${pick} and status = 'pending'`,
    sql`update applicants set application_id = 'Renamed-' || ${prefix} || id, applicant_name = ${`Name ${some}`}
      where id in ${pick}`,
    sql`with visited as (
        update applicants set status = 'visited' where id in ${pick} and status = 'assigned'
        returning id, assigned_agent_id
      ) insert into verifications (applicant_id, agent_id, overall_observation, idempotency_key, request_sha256)
      select id, assigned_agent_id, 'positive', ${prefix} || id, ''::bytea from visited`,
    sql`update verifications set admin_decision = ${chance.pick(['positive', 'negative'])}, decided_by = ${agent},
        decided_at = now()
      where id in (select id from verifications order by md5(id::text || ${prefix}) limit ${some} for update skip locked)`,
    sql`select roll_up_counts()`,
  ]);
}

export async function changeAtRandom(
  db: Kysely<Database>,
  chance: Chance,
  agents: number[],
): Promise<void> {
  const changes = [randomChange(chance, agents), randomChange(chance, agents)];
  const givesUp = chance.next() < 0.1;
  await db
    .transaction()
    .execute(async (trx) => {
      for (const change of changes) await change.execute(trx);
      if (givesUp) throw new Error('given up');
    })
    .catch((error: unknown) => {
      // Two transactions may lock the same applicants in opposite order. PostgreSQL then cancels one of them.
      const isDeadlock = error instanceof pg.DatabaseError && error.code === '40P01';
      if (!isDeadlock && !(error instanceof Error && error.message === 'given up')) throw error;
    });
}
