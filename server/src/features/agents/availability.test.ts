import { expect, test } from 'vitest';
import { addUser, auditOf, signIn, startSharedApp } from '../../testing/test-app.ts';

const doorstep = await startSharedApp();
const admin = await signIn(doorstep, 'admin');
const superAdmin = await signIn(doorstep, 'superadmin');

const read = async (id: number) => (await admin.get(`agents/${id}/availability/`)).json();
async function put(id: number, payload: object) {
  const answer = await doorstep.app.inject({
    method: 'PUT',
    url: `/api/v1/agents/${id}/availability/`,
    headers: superAdmin.headers,
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}
const some = { daily_capacity: 8, areas: ['4110', '41'], leave: [] as object[] };
const today = () => Temporal.Now.plainDateISO('Asia/Kolkata');

// Covers: agents-16
test('an agent has no areas, no leave and a capacity of twelve until a super admin sets them', async () => {
  const { id } = await addUser(doorstep.db, 'agent');
  expect(await read(id)).toMatchObject({ daily_capacity: 12, areas: [], leave: [] });
  const leave = [
    { from_day: '2026-05-01', to_day: '2026-05-03' },
    { from_day: '2026-03-02', to_day: '2026-03-02' },
  ];
  const { updated_at } = await read(id);
  const { status, body } = await put(id, { ...some, leave, updated_at });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    daily_capacity: 8,
    areas: ['41', '4110'],
    leave: leave.toReversed(),
  });
  expect(await read(id)).toEqual(body);
  expect((await auditOf(doorstep.db, 'user', id)).at(-1)).toMatchObject({
    action: 'change_availability',
    actor_id: superAdmin.user.id,
    before: { daily_capacity: 12, areas: [], leave: [] },
    after: { leave: ['2026-03-02 to 2026-03-02', '2026-05-01 to 2026-05-03'] },
  });
  expect((await put(id, { ...some, leave })).body).toEqual(body);
  expect((await put(id, { ...some, updated_at })).status).toBe(409);
  const audits = await auditOf(doorstep.db, 'user', id);
  expect(audits.filter(({ action }) => action === 'change_availability')).toHaveLength(1);
});

test.each([
  ['an area of one digit', { areas: ['4'] }],
  ['an area twice', { areas: ['41', '41'] }],
  ['no capacity', { daily_capacity: 0 }],
  [
    'leave that ends before it starts',
    { leave: [{ from_day: '2026-03-02', to_day: '2026-03-01' }] },
  ],
])('rejects %s', async (_, wrong) => {
  const { id } = await addUser(doorstep.db, 'agent');
  expect((await put(id, { ...some, ...wrong })).status).toBe(400);
  expect((await read(id)).areas).toEqual([]);
});

test('an admin has no availability', async () => {
  expect((await put(admin.user.id, some)).status).toBe(404);
});

// Covers: agents-16
test('lists who is on leave today, first and last day included', async () => {
  const addOnLeave = async (from: number, to: number) => {
    const { id } = await addUser(doorstep.db, 'agent');
    const [from_day, to_day] = [from, to].map((days) => today().add({ days }).toString());
    await put(id, { ...some, leave: [{ from_day, to_day }] });
    return { id, to_day };
  };
  const present = [await addOnLeave(0, 2), await addOnLeave(-2, 0)];
  await addOnLeave(-3, -1);
  await addOnLeave(1, 3);
  const { results } = (await admin.get('agents/on-leave/')).json();
  expect(results).toHaveLength(2);
  expect(results).toEqual(expect.arrayContaining(present));
});
