import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { manyAssigner } from '../../../testing/assign-many.ts';
import { changeRows, readRow } from '../../../testing/rows.ts';
import { addApplicant, addUser, signIn, startSharedApp } from '../../../testing/test-app.ts';

const doorstep = await startSharedApp();
const { db } = doorstep;
const admin = await signIn(doorstep, 'admin');

const { assign } = manyAssigner(doorstep, admin);
const suggest = (payload: object) => assign({ plan: 'suggest', dry_run: true, ...payload });
async function addAgent(area: string, { capacity = 12, leave = false } = {}) {
  const { id } = await addUser(db, 'agent');
  await changeRows(db, 'users', { id }, { daily_capacity: capacity });
  await db.insertInto('agent_areas').values({ agent_id: id, pin_prefix: area }).execute();
  if (leave) {
    const today = sql<string>`(now() at time zone 'Asia/Kolkata')::date`;
    await db
      .insertInto('agent_leave')
      .values({ agent_id: id, from_day: today, to_day: today })
      .execute();
  }
  return id;
}
const addIn = async (pin_code: string, more = {}) =>
  (await addApplicant(db, { pin_code, ...more })).id;

// Covers: share-out-1
test('proposes by area, leave, capacity and open work with reasons; nothing is assigned', async () => {
  // Deactivates the agents of other tests, because they have no areas and would accept any task.
  await sql`update users set is_active = false where not is_admin`.execute(db);
  const near = await addAgent('4110', { capacity: 2 });
  const wide = await addAgent('41');
  const away = await addAgent('4110', { leave: true });
  await addIn('411001', { assigned_agent_id: near });
  const [a, b, far] = [await addIn('411001'), await addIn('411002'), await addIn('560001')];
  const { body } = await suggest({ ids: [a, b, far] });
  expect(body.shares).toEqual([
    expect.objectContaining({ agent_id: near, open: 1, capacity: 2, covers: ['4110'], ids: [a] }),
    expect.objectContaining({ agent_id: wide, open: 0, capacity: 12, covers: ['41'], ids: [b] }),
  ]);
  expect(body.skipped).toEqual([{ id: far, because: 'outside_areas' }]);
  expect(body.shares.map(({ agent_id }) => agent_id)).not.toContain(away);
  expect(await readRow(db, 'applicants', { id: a }, ['status'])).toEqual({ status: 'pending' });

  const mine = await addIn('411003', { assigned_agent_id: near });
  const moved = await suggest({ ids: [mine], move: true });
  expect(moved.body.shares).toMatchObject([{ agent_id: wide, ids: [mine], revisions: ['0.0'] }]);
  expect(moved.body.from).toMatchObject([{ agent_id: near, count: 1 }]);

  await changeRows(db, 'users', { is_admin: false }, { daily_capacity: 1 });
  await addIn('411001', { assigned_agent_id: wide });
  expect((await suggest({ ids: [a] })).body.skipped).toEqual([{ id: a, because: 'no_capacity' }]);
});

test('an applicant that the lender withdrew is proposed for and assigned to no agent', async () => {
  const agent = await addAgent('42');
  const withdrawn = await addIn('421001', { withdrawn_at: new Date().toISOString() });
  const skipped = [{ id: withdrawn, because: 'withdrawn' }];
  expect((await suggest({ ids: [withdrawn] })).body).toEqual({ shares: [], skipped });
  const assigned = await suggest({
    ...{ ids: [withdrawn], plan: [{ agent_id: agent }], dry_run: false },
  });
  expect(assigned.body).toMatchObject({ shares: [{ ids: [] }], skipped });
});

test('a proposal is not carried out unseen', async () => {
  expect((await suggest({ ids: [1], dry_run: false })).status).toBe(400);
});
