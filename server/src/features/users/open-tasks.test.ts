import { beforeEach, expect, test } from 'vitest';
import { changeRows, readRow } from '../../testing/rows.ts';
import { addApplicant, addUser, auditOf, signIn, startSharedApp } from '../../testing/test-app.ts';
import { countLockWaits } from '../../testing/test-database.ts';

let agent: Awaited<ReturnType<typeof addUser>>;

const server = await startSharedApp();
const superAdmin = await signIn(server, 'superadmin');
beforeEach(async () => {
  agent = await addUser(server.db, 'agent', { name: 'Ravi Kumar' });
  for (const status of ['assigned', 'assigned', 'visited', 'submitted'] as const) {
    await addApplicant(server.db, { assigned_agent_id: agent.id, status });
  }
});

const deactivate = (expected_open_tasks: unknown) =>
  superAdmin.patch(`users/${agent.id}/`, { is_active: false, expected_open_tasks });
const remove = (expected: unknown) =>
  superAdmin.delete(`users/${agent.id}/?expected_open_tasks=${expected}`);

const stateOf = (id = agent.id) => readRow(server.db, 'users', { id }, ['is_active', 'deleted_at']);

test('an invalid number of open tasks is a 400', async () => {
  for (const answer of [await deactivate('two'), await remove('two')]) {
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().errors)).toEqual(['expected_open_tasks']);
  }
  expect(await stateOf()).toEqual({ is_active: true, deleted_at: null });
});

// Covers: agents-14
test.each([
  ['deactivating', deactivate],
  ['deleting', remove],
])(
  "%s is rejected if the agent's number of open tasks differs from the one shown",
  async (_, act) => {
    const answer = await act(3);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'count_changed',
      count: 2,
      detail: 'Ravi Kumar has 2 open tasks now, not 3. Nothing was changed.',
    });
    expect(await stateOf()).toEqual({ is_active: true, deleted_at: null });
    expect(await auditOf(server.db, 'user', agent.id)).toEqual([]);
    expect((await act(2)).statusCode).toBe(200);
  },
);

test('a single open task is named in the singular', async () => {
  agent = await addUser(server.db, 'agent', { name: 'Ravi Kumar' });
  await addApplicant(server.db, { assigned_agent_id: agent.id });
  expect((await deactivate(2)).json().detail).toBe(
    'Ravi Kumar has 1 open task now, not 2. Nothing was changed.',
  );
});

test('the number is ignored if the agent stays active', async () => {
  const change = { name: 'Ravi K', is_active: true, expected_open_tasks: 99 };
  expect((await superAdmin.patch(`users/${agent.id}/`, change)).statusCode).toBe(200);
});

// Covers: agents-14
test('a task that is being assigned meanwhile is counted', async () => {
  const { id } = await addApplicant(server.db);
  const assigning = await server.db.startTransaction().execute();
  await assigning.selectFrom('users').select('id').where('id', '=', agent.id).forShare().execute();
  const deactivating = deactivate(2);
  await expect.poll(() => countLockWaits(server.db)).toBeGreaterThan(0);
  await changeRows(
    assigning,
    'applicants',
    { id },
    { assigned_agent_id: agent.id, status: 'assigned' },
  );
  await assigning.commit().execute();
  expect((await deactivating).json()).toMatchObject({ code: 'count_changed', count: 3 });
  expect(await stateOf()).toMatchObject({ is_active: true });
});
