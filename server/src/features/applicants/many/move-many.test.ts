import { beforeEach, expect, test } from 'vitest';
import { recount } from '../../../db/counts/counts.ts';
import { addApplicants } from '../../../testing/applicants.ts';
import { countAudits, holdersOf, manyAssigner } from '../../../testing/assign-many.ts';
import { changeRows, readRow } from '../../../testing/rows.ts';
import {
  addApplicant,
  addUser,
  auditOf,
  signIn,
  startSharedApp,
} from '../../../testing/test-app.ts';
import { sendVisit, visitOf } from '../../../testing/visits/recorded-visit.ts';

let ravi: { id: number };
let sunita: { id: number };

const doorstep = await startSharedApp();
const { db } = doorstep;
const admin = await signIn(doorstep, 'admin');
const colleague = await signIn(doorstep, 'admin');
beforeEach(async () => {
  ravi = await addUser(db, 'agent', { name: 'Ravi Kumar' });
  sunita = await addUser(db, 'agent', { name: 'Sunita Rao' });
});

const { assign, move, undo } = manyAssigner(doorstep, admin);

const addTasks = (agent: { id: number }, count: number) =>
  addApplicants(db, count, () => ({ assigned_agent_id: agent.id }));
const addAttempt = (applicantId = 0) =>
  sendVisit(db, visitOf(applicantId, ravi.id, { outcome: 'locked', is_final: false }));
const rowOf = (id = 0) => readRow(db, 'applicants', { id });

// Covers: move-1
test('moves tasks to another agent, each with its own audit row, and moves them back', async () => {
  const ids = await addTasks(ravi, 700);
  await addAttempt(ids[0]);
  // An agent's task can be moved although the lender has withdrawn it.
  await changeRows(db, 'applicants', { id: ids[1] ?? 0 }, { withdrawn_at: new Date() });
  const plan = [{ agent_id: sunita.id }];
  const preview = await move({ ids, plan, dry_run: true });
  expect(preview.body).toMatchObject({
    shares: [{ agent_id: sunita.id, open: 0, ids }],
    from: [{ agent_id: ravi.id, agent_name: 'Ravi Kumar', count: 700 }],
    skipped: [],
  });
  expect(await holdersOf(db, ids)).toEqual([ravi.id]);

  const revisions = preview.body.shares[0]?.revisions?.join(',');
  const done = await move({ ids, plan, revisions });
  expect(done.body.shares[0]?.ids).toEqual(ids);
  expect(await holdersOf(db, ids)).toEqual([sunita.id]);
  expect(await rowOf(ids[0])).toMatchObject({ status: 'assigned', assignment_version: 1 });
  expect(await countAudits(db, ids, 'assign')).toBe(700);
  expect((await auditOf(db, 'applicant', ids[699] ?? 0)).at(-1)).toMatchObject({
    actor_id: admin.user.id,
    before: { assigned_agent_id: ravi.id, status: 'assigned' },
    after: { assigned_agent_id: sunita.id, status: 'assigned' },
  });

  expect((await undo(ids)).body).toEqual({ undone: ids, kept: [] });
  expect(await holdersOf(db, ids)).toEqual([ravi.id]);
  expect((await auditOf(db, 'applicant', ids[0] ?? 0)).at(-1)).toMatchObject({
    action: 'assign',
    after: { assigned_agent_id: ravi.id, undone: true },
  });
  expect((await undo(ids)).body.kept).toHaveLength(700);
  expect((await recount(db, 'Asia/Kolkata')).applicants).toBe(0);
});

// Covers: move-1
test('unassigns, and an undo assigns them again', async () => {
  const ids = await addTasks(ravi, 3);
  const free = await addApplicant(db);
  const wanted = { ids: [...ids, free.id], plan: [{ agent_id: null }] };
  const { body } = await assign(wanted);
  expect(body).toMatchObject({
    shares: [{ agent_id: null, ids }],
    skipped: [{ id: free.id, because: 'unchanged' }],
  });
  expect(await rowOf(ids[0])).toMatchObject({ status: 'pending', assigned_agent_id: null });
  expect((await auditOf(db, 'applicant', ids[0] ?? 0)).at(-1)).toMatchObject({
    action: 'unassign',
    before: { assigned_agent_id: ravi.id, status: 'assigned' },
    after: { assigned_agent_id: null, status: 'pending' },
  });
  expect((await undo(ids)).body).toEqual({ undone: ids, kept: [] });
  expect(await rowOf(ids[0])).toMatchObject({ status: 'assigned', assigned_agent_id: ravi.id });
  expect((await recount(db, 'Asia/Kolkata')).applicants).toBe(0);
});

// Covers: move-2
test('tasks changed since the preview are skipped, with the reason', async () => {
  const ids = await addTasks(ravi, 6);
  const [calm = 0, changed = 0, begun = 0, visited = 0, gone = 0, back = 0] = ids;
  const plan = [{ agent_id: sunita.id }];
  const preview = await move({ ids, plan, dry_run: true });
  const other = await addUser(db, 'agent');
  await move({ ids: [changed], plan: [{ agent_id: other.id }] }, { by: colleague });
  await move({ ids: [back], plan: [{ agent_id: other.id }] }, { by: colleague });
  await move({ ids: [back], plan: [{ agent_id: ravi.id }] }, { by: colleague });
  await addAttempt(begun);
  await changeRows(db, 'applicants', { id: visited }, { status: 'visited' });
  await changeRows(db, 'applicants', { id: gone }, { deleted_at: new Date() });
  const revisions = preview.body.shares[0]?.revisions?.join(',');
  const { body } = await move({ ids, revisions, plan: [{ agent_id: sunita.id, count: 6 }] });
  expect(body.shares[0]?.ids).toEqual([calm]);
  expect(body.skipped).toEqual([
    { id: changed, because: 'changed' },
    { id: begun, because: 'visit_started' },
    { id: visited, because: 'visited' },
    { id: gone, because: 'deleted' },
    { id: back, because: 'changed' },
  ]);
  expect((await rowOf(changed)).assigned_agent_id).toBe(other.id);
});

// Covers: move-2
test('tasks that an agent already has stay with them; tasks being moved count once as open work', async () => {
  const [theirs, others] = [await addTasks(sunita, 2), await addTasks(ravi, 4)];
  await addTasks(sunita, 1);
  const ids = [...theirs, ...others];
  const { body } = await move({ ids, plan: [{ agent_id: sunita.id }], dry_run: true });
  expect(body.shares[0]).toMatchObject({ open: 3, ids: others });
  expect(body.skipped).toEqual(theirs.map((id) => ({ id, because: 'unchanged' })));
  // Without the moved tasks, Ravi has no task and Sunita has one. After an equal distribution of the six
  // moved tasks, one agent has four tasks and the other three.
  const plan = [{ agent_id: ravi.id }, { agent_id: sunita.id }];
  const shared = await move({ ids, plan, dry_run: true });
  const after = shared.body.shares.map(({ open, ids: those }) => open + those.length);
  expect(after.toSorted((a, b) => a - b)).toEqual([3, 4]);
  // The agent who loses the most tasks is named first.
  const { id } = await addUser(db, 'agent');
  const taken = await move({ ids: ids.slice(0, 3), plan: [{ agent_id: id }], dry_run: true });
  expect(taken.body.from).toMatchObject([{ agent_id: sunita.id, count: 2 }, { agent_id: ravi.id }]);
});

// Covers: move-3
test('moves all matches of a filter if the count is unchanged', async () => {
  const ids = await addTasks(ravi, 5);
  const wanted = {
    filter: { agent: String(ravi.id), status: 'assigned' },
    plan: [{ agent_id: null }],
  };
  const stale = await assign({ ...wanted, expected_count: 6 });
  expect(stale).toMatchObject({ status: 409, body: { code: 'count_changed', count: 5 } });
  expect(await holdersOf(db, ids)).toEqual([ravi.id]);
  expect((await assign({ ...wanted, expected_count: 5 })).body.shares[0]?.ids).toEqual(ids);
  expect(await holdersOf(db, ids)).toEqual([null]);
});

// Covers: move-4
test('eight admins at the same time: each task is moved once', async () => {
  const ids = await addTasks(ravi, 1_100);
  const admins = await Promise.all(Array.from({ length: 8 }, () => signIn(doorstep, 'admin')));
  const agents = await Promise.all(admins.map(() => addUser(db, 'agent')));
  const planOf = (index: number) => [{ agent_id: agents[index]?.id, count: ids.length }];
  const previews = await Promise.all(
    admins.map((by, index) => move({ ids, plan: planOf(index), dry_run: true }, { by })),
  );
  const answers = await Promise.all(
    admins.map((by, index) => {
      const { revisions = [] } = previews[index]?.body.shares[0] ?? {};
      // Half of the admins send the ids in the opposite order, which must not cause a deadlock.
      const inOrder = <T>(all: T[]) => (index % 2 === 0 ? all : all.toReversed());
      const wanted = { ids: inOrder(ids), revisions: inOrder(revisions).join(',') };
      return move({ ...wanted, plan: planOf(index) }, { by });
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(admins.map(() => 200));
  const given = answers.flatMap(({ body }) => body.shares.flatMap((share) => share.ids));
  expect(given.toSorted((a, b) => a - b)).toEqual(ids);
  for (const { body } of answers)
    expect(body.skipped.every(({ because }) => because === 'changed')).toBe(true);
  expect(await countAudits(db, ids, 'assign')).toBe(1_100);
  expect((await recount(db, 'Asia/Kolkata')).applicants).toBe(0);
});

// Covers: move-5
test('an undo assigns nothing to an agent who has left since', async () => {
  const ids = await addTasks(ravi, 2);
  await move({ ids, plan: [{ agent_id: sunita.id }] });
  await changeRows(db, 'users', { id: ravi.id }, { is_active: false });
  expect((await undo(ids)).body).toEqual({
    undone: [],
    kept: ids.map((id) => ({ id, because: 'agent_inactive' })),
  });
  expect(await holdersOf(db, ids)).toEqual([sunita.id]);
});

test.each([
  ['no agent next to one, without counts', { plan: [{ agent_id: null }, { agent_id: 1 }] }],
  ['fewer revisions than ids', { plan: [{ agent_id: 1 }], revisions: '', ids: [1, 2] }],
])('rejects %s', async (_, wanted) => {
  expect((await move({ ids: [1], ...wanted })).status).toBe(400);
});
