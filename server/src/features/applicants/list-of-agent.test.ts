import type { Applicant } from '@doorstep/contract/applicants';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { changeRows } from '../../testing/rows.ts';
import { addApplicant, addUser, signIn, startSharedApp } from '../../testing/test-app.ts';

const server = await startSharedApp();
const admin = await signIn(server, 'admin');
const asha = await addUser(server.db, 'agent');
const ravi = await addUser(server.db, 'agent');
beforeEach(async () => {
  await server.db.deleteFrom('applicants').execute();
});

const ask = (query: Record<string, string>) =>
  admin.get(`applicants/?${new URLSearchParams(query)}`);

async function list(query: Record<string, string>) {
  const answer = await ask(query);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ results: Applicant[]; count: number }>();
}

async function found(query: Record<string, string>) {
  const { results, count } = await list(query);
  expect(count).toBe(results.length);
  return results.map(({ application_id }) => application_id);
}

const add = (application_id: string, more: object = {}) =>
  addApplicant(server.db, { application_id, ...more });

test.each(['x', '-1', '1.5', '1'.repeat(16)])('rejects agent=%s', async (agent) => {
  const answer = await ask({ agent });
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual(['agent']);
});

// Covers: applicants-11
test('lists the applicants of one agent, alone and with every other filter', async () => {
  const of = (agent: { id: number }, status: string, portfolio_name = 'Axis') => ({
    ...{ assigned_agent_id: agent.id, status, portfolio_name },
  });
  await add('WAITS');
  await add('OPEN-1', of(asha, 'assigned'));
  await add('OPEN-2', of(asha, 'assigned', 'Metro'));
  await add('DONE', of(asha, 'submitted', 'Metro'));
  await add('OTHERS', of(ravi, 'assigned'));
  const gone = await add('GONE', of(asha, 'assigned'));
  const agent = String(asha.id);
  await sql`update applicants set deleted_at = now() where id = ${gone.id}`.execute(server.db);

  expect(await found({ agent })).toEqual(['DONE', 'OPEN-2', 'OPEN-1']);
  expect(await found({ agent, status: 'assigned' })).toEqual(['OPEN-2', 'OPEN-1']);
  expect(await found({ agent, portfolio_name: 'Metro' })).toEqual(['DONE', 'OPEN-2']);
  expect(await found({ agent, assigned: 'true' })).toHaveLength(3);
  expect(await found({ agent, assigned: 'false' })).toEqual([]);
  expect(await found({ agent, status: 'pending' })).toEqual([]);
  expect(await found({ agent, search: 'OTHERS' })).toEqual([]);
  expect(await found({ agent, search: 'open-1' })).toEqual(['OPEN-1']);
  expect(await found({ agent, search: 'open' })).toEqual(['OPEN-2', 'OPEN-1']);
  expect(await found({ agent, search: 'axis' })).toEqual(['OPEN-1']);
  expect(await found({ agent, search: 'metr', status: 'assigned' })).toEqual(['OPEN-2']);
  expect(await found({ agent, search: 'o' })).toEqual(['DONE', 'OPEN-2', 'OPEN-1']);
});

test('an unknown agent has no applicants', async () => {
  await add('OPEN', { assigned_agent_id: asha.id });
  for (const agent of ['999999999999999', String(admin.user.id)]) {
    expect(await found({ agent })).toEqual([]);
    expect(await found({ agent, search: 'open' })).toEqual([]);
    expect((await ask({ agent, page: '2' })).statusCode).toBe(404);
  }
});

test('a search among an agent’s applicants follows a reassignment', async () => {
  const { id } = await add('MOVES', { assigned_agent_id: asha.id });
  const search = { agent: String(asha.id), search: 'move' };
  expect(await found(search)).toEqual(['MOVES']);
  await changeRows(server.db, 'applicants', { id }, { assigned_agent_id: ravi.id });
  expect(await found(search)).toEqual([]);
});

test('turns the pages of an agent with many applicants', async () => {
  await sql`insert into applicants (application_id, applicant_name, portfolio_name, visit_type, mobile_number, pin_code,
      address, status, assigned_agent_id)
    select 'MANY-' || n, 'Many', 'Portfolio ' || n % 3, 'OFFICE', '9820098200', '400001', '1 Test Road',
      case when n % 4 = 0 then 'submitted' else 'assigned' end,
      case when n % 2 = 0 then ${asha.id}::bigint else ${ravi.id}::bigint end
    from generate_series(1, 600) as n`.execute(server.db);
  const { rows } = await sql<{ id: number; status: string; portfolio_name: string }>`
    select id, status, portfolio_name from applicants where assigned_agent_id = ${asha.id} order by id desc`.execute(
    server.db,
  );
  for (const filter of [{}, { status: 'assigned' }, { search: 'portfolio 1' }] as Record<
    string,
    string
  >[]) {
    const expected = rows
      .filter(({ status }) => (filter.status ?? status) === status)
      .filter(({ portfolio_name: name }) => !filter.search || name.toLowerCase() === filter.search);
    for (const page of [1, 2, Math.ceil(expected.length / 20)]) {
      const query = { ...filter, agent: String(asha.id), page: String(page), page_size: '20' };
      const { results, count } = await list(query);
      expect(count).toBe(expected.length);
      expect(results.map(({ id }) => id)).toEqual(
        expected.slice((page - 1) * 20, page * 20).map(({ id }) => id),
      );
    }
  }
});
