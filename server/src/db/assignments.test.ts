import { expect, test } from 'vitest';
import { addApplicant, signIn, startSharedApp, type Visitor } from '../testing/test-app.ts';

let [asha, ravi]: Visitor[] = [];
const running = await startSharedApp();
[asha, ravi] = [await signIn(running, 'agent'), await signIn(running, 'agent')];

const assignmentsOf = (id: number) =>
  running.db
    .selectFrom('assignments')
    .select(['version', 'agent_id'])
    .where('applicant_id', '=', id)
    .orderBy('version')
    .execute();
const change = (id: number, values: object) =>
  running.db.updateTable('applicants').set(values).where('id', '=', id).execute();

test('each assignment of an applicant to an agent gets its own number', async () => {
  const first = { version: 0, agent_id: asha?.user.id };
  const { id } = await addApplicant(running.db, { assigned_agent_id: asha?.user.id ?? 0 });
  expect(await assignmentsOf(id)).toEqual([first]);
  await change(id, { assigned_agent_id: ravi?.user.id });
  const second = { version: 1, agent_id: ravi?.user.id };
  expect(await assignmentsOf(id)).toEqual([first, second]);
  await change(id, { status: 'visited' });
  await change(id, { message: 'Ring twice' });
  expect(await assignmentsOf(id)).toEqual([first, second]);
  await change(id, { status: 'assigned' });
  expect(await assignmentsOf(id)).toEqual([first, second, { ...second, version: 2 }]);
  await change(id, { assigned_agent_id: null, status: 'pending' });
  await change(id, { assigned_agent_id: asha?.user.id, status: 'assigned' });
  expect((await assignmentsOf(id)).at(-1)).toEqual({ ...first, version: 4 });
});

test('an applicant without an agent has no assignment', async () => {
  const { id } = await addApplicant(running.db);
  expect(await assignmentsOf(id)).toEqual([]);
});
