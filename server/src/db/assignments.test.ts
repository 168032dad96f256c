import { expect, test } from 'vitest';
import { changeRows } from '../testing/rows.ts';
import { addApplicant, addUser, startSharedApp } from '../testing/test-app.ts';

const { db } = await startSharedApp();
const [asha, ravi] = [(await addUser(db, 'agent')).id, (await addUser(db, 'agent')).id];

const assignmentsOf = (id: number) =>
  db
    .selectFrom('assignments')
    .select(['version', 'agent_id'])
    .where('applicant_id', '=', id)
    .orderBy('version')
    .execute();
const change = (id: number, values: object) => changeRows(db, 'applicants', { id }, values);

test('each assignment of an applicant to an agent gets its own number', async () => {
  const first = { version: 0, agent_id: asha };
  const { id } = await addApplicant(db, { assigned_agent_id: asha });
  expect(await assignmentsOf(id)).toEqual([first]);
  await change(id, { assigned_agent_id: ravi });
  const second = { version: 1, agent_id: ravi };
  expect(await assignmentsOf(id)).toEqual([first, second]);
  await change(id, { status: 'visited' });
  await change(id, { message: 'Ring twice' });
  expect(await assignmentsOf(id)).toEqual([first, second]);
  await change(id, { status: 'assigned' });
  expect(await assignmentsOf(id)).toEqual([first, second, { ...second, version: 2 }]);
  await change(id, { assigned_agent_id: null, status: 'pending' });
  await change(id, { assigned_agent_id: asha, status: 'assigned' });
  expect((await assignmentsOf(id)).at(-1)).toEqual({ ...first, version: 4 });
});

test('an applicant without an agent has no assignment', async () => {
  const { id } = await addApplicant(db);
  expect(await assignmentsOf(id)).toEqual([]);
});
