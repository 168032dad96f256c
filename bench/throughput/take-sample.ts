import pg from 'pg';
import type { Sample } from './cases.ts';

/**
 * The number of agents who submit visits while a case is measured. Benchmark cases that assign applicants
 * leave out the applicants of these agents.
 */
const visitors = 4;

export async function takeSample(database: pg.PoolConfig, applicants: number): Promise<Sample> {
  const client = new pg.Client(database);
  await client.connect();
  const ids = async (text: string) =>
    (await client.query<{ id: string }>(text)).rows.map(({ id }) => Number(id));
  try {
    const [adminId = 0] = await ids('select min(id) as id from users where is_superadmin');
    const agents = await ids('select id from users where not is_admin order by id');
    const visiting = agents.slice(0, visitors);
    const open = await ids(`select id from applicants tablesample bernoulli (30) repeatable (1)
      where status in ('pending', 'assigned') and deleted_at is null
        and coalesce(assigned_agent_id, 0) not in (${visiting.join(', ')}) limit 50000`);
    const waiting: Sample['visitors'] = [];
    for (const [index, agent] of visiting.entries()) {
      const { rows } = await client.query<{ application_id: string }>(
        `select application_id from applicants
          where assigned_agent_id = $1 and status = 'assigned' and deleted_at is null limit 1000`,
        [agent],
      );
      waiting.push({ index, applicationIds: rows.map((row) => row.application_id) });
    }
    return {
      applicants,
      adminId,
      open,
      agents,
      visitors: waiting,
      verifications: await ids(
        // Leaves out verifications that an earlier run decided negative, because the same decision would
        // change nothing.
        `select id from verifications tablesample bernoulli (50) repeatable (1)
          where admin_decision <> 'negative' limit 50000`,
      ),
      days: (back) =>
        new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(
          Date.now() - back * 86_400_000,
        ),
    };
  } finally {
    await client.end();
  }
}
