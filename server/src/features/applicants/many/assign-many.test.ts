import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { connect } from '../../../db/connection.ts';
import { recount } from '../../../db/counts/counts.ts';
import { addApplicants } from '../../../testing/applicants.ts';
import { countAudits, holdersOf, manyAssigner } from '../../../testing/assign-many.ts';
import { changeRows, readRow, readRows } from '../../../testing/rows.ts';
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

const { assign, undo } = manyAssigner(doorstep, admin);

const rowOf = (id = 0) => readRow(db, 'applicants', { id });

test.each([
  ['neither ids nor a filter', {}],
  ['both', { ids: [1], filter: {}, expected_count: 1 }],
  ['a filter without its number of matches', { filter: {} }],
  ['a number without a filter', { ids: [1], expected_count: 1 }],
  ['no agent', { ids: [1], plan: [] }],
  ['an agent twice', { ids: [1], plan: [{ agent_id: 1 }, { agent_id: 1 }] }],
  ['a count for some', { ids: [1], plan: [{ agent_id: 1, count: 1 }, { agent_id: 2 }] }],
  ['too many', { ids: Array.from({ length: 5_001 }, (_, index) => index + 1) }],
])('rejects %s', async (_, wanted) => {
  const answer = await assign({ plan: [{ agent_id: ravi.id }], ...wanted });
  expect(answer.status).toBe(400);
});

test('rejects agents who can’t get work, and shares that are too small', async () => {
  const ids = await addApplicants(db, 3);
  const idle = await addUser(db, 'agent', { name: 'Idle Agent', is_active: false });
  for (const plan of [
    [{ agent_id: 999_999_999 }],
    [{ agent_id: admin.user.id }],
    [{ agent_id: idle.id }],
    [
      { agent_id: ravi.id, count: 1 },
      { agent_id: sunita.id, count: 1 },
    ],
  ]) {
    expect(await assign({ ids, plan })).toMatchObject({
      status: 400,
      body: { errors: { plan: [expect.any(String)] } },
    });
  }
  expect(await countAudits(db, ids, 'assign')).toBe(0);
});

// Covers: assign-many-1
test('assigns each to the agent, audited one by one; the counts follow', async () => {
  const ids = await addApplicants(db, 1_203);
  const { status, body } = await assign({ ids, plan: [{ agent_id: ravi.id }] });
  expect(status).toBe(200);
  expect(body).toEqual({
    shares: [{ agent_id: ravi.id, agent_name: 'Ravi Kumar', open: 0, ids }],
    skipped: [],
  });
  expect(await holdersOf(db, ids)).toEqual([ravi.id]);
  for (const id of [ids[0] ?? 0, ids[1_202] ?? 0]) {
    expect(await auditOf(db, 'applicant', id)).toMatchObject([
      {
        actor_id: admin.user.id,
        action: 'assign',
        before: { assigned_agent_id: null, status: 'pending' },
        after: { assigned_agent_id: ravi.id, status: 'assigned' },
      },
    ]);
    expect(await rowOf(id)).toMatchObject({ status: 'assigned', assignment_version: 1 });
  }
  expect(await countAudits(db, ids, 'assign')).toBe(1_203);
  expect((await recount(db, 'Asia/Kolkata')).applicants).toBe(0);
});

// Covers: assign-many-3
test('a colleague’s assignment, a visit and a deleted applicant are skipped and reported', async () => {
  const [free = 0] = await addApplicants(db, 1);
  const held = await addApplicant(db, { assigned_agent_id: sunita.id });
  const visited = await addApplicant(db, { assigned_agent_id: sunita.id, status: 'visited' });
  const gone = await addApplicant(db);
  await changeRows(db, 'applicants', { id: gone.id }, { deleted_at: new Date() });
  const ids = [free, held.id, visited.id, gone.id];
  const { body } = await assign({ ids, plan: [{ agent_id: ravi.id }] });
  expect(body.shares[0]?.ids).toEqual([free]);
  expect(body.skipped).toEqual([
    { id: held.id, because: 'already_assigned' },
    { id: visited.id, because: 'visited' },
    { id: gone.id, because: 'deleted' },
  ]);
  expect(await rowOf(held.id)).toEqual(held);
  expect(await rowOf(visited.id)).toEqual(visited);
});

// Covers: assign-many-2
test('a dry run distributes by open work and pin code, and changes nothing', async () => {
  for (let task = 0; task < 2; task += 1) await addApplicant(db, { assigned_agent_id: sunita.id });
  const ids = await addApplicants(db, 10, (n) => ({
    pin_code: n % 2 === 0 ? '400001' : '411045',
  }));
  const plan = [{ agent_id: ravi.id }, { agent_id: sunita.id }];
  const { body } = await assign({ ids, plan, dry_run: true });
  expect(body.shares.map(({ open, ids: those }) => [open, those.length])).toEqual([
    [0, 6],
    [2, 4],
  ]);
  // Sunita already has work in 400001, so she gets only tasks with this pin code.
  const pins = await db
    .selectFrom('applicants')
    .select('pin_code')
    .where('id', 'in', body.shares[1]?.ids ?? [])
    .execute();
  expect(new Set(pins.map(({ pin_code }) => pin_code))).toEqual(new Set(['400001']));
  expect(await countAudits(db, ids, 'assign')).toBe(0);
  expect(await holdersOf(db, ids)).toEqual([null]);

  const counted = body.shares.map(({ agent_id, ids: those }) => ({
    agent_id,
    count: those.length,
  }));
  expect((await assign({ ids, plan: counted })).body).toEqual(body);
});

// Covers: assign-many-4
test('a filter assigns only if the count is unchanged; otherwise the answer has the new count', async () => {
  const portfolio_name = `Filtered ${randomUUID()}`;
  const ids = await addApplicants(db, 7, () => ({ portfolio_name }));
  const filter = { portfolio_name, assigned: 'false' };
  const plan = [{ agent_id: ravi.id }];
  const stale = await assign({ filter, expected_count: 6, plan });
  expect(stale).toMatchObject({ status: 409, body: { code: 'count_changed', count: 7 } });
  expect(await holdersOf(db, ids)).toEqual([null]);
  const done = await assign({ filter, expected_count: 7, plan });
  expect(done.body.shares[0]?.ids).toEqual(ids);
  expect((await assign({ filter, expected_count: 0, plan })).body.skipped).toEqual([]);

  const bySearch = { search: portfolio_name.slice(0, -3), search_fields: 'portfolio_name' };
  const searched = await assign({ filter: bySearch, expected_count: 7, plan, dry_run: true });
  expect(searched.body.skipped).toHaveLength(7);
});

test('a filter that matches more than a call may assign can be previewed, but not carried out', async () => {
  const portfolio_name = `Large ${randomUUID()}`;
  await addApplicants(db, 5_001, () => ({ portfolio_name }));
  const wanted = {
    filter: { portfolio_name },
    expected_count: 5_001,
    plan: [{ agent_id: ravi.id }],
  };
  expect(await assign(wanted)).toMatchObject({ status: 409, body: { code: 'too_many' } });
  expect((await assign({ ...wanted, dry_run: true })).body.shares[0]?.ids).toHaveLength(5_001);
});

// Covers: assign-many-3
test('an agent who was deactivated since the preview gets nothing', async () => {
  const ids = await addApplicants(db, 4);
  const superAdmin = await signIn(doorstep, 'superadmin');
  await superAdmin.patch(`users/${ravi.id}/`, { is_active: false });
  const plan = [
    { agent_id: ravi.id, count: 3 },
    { agent_id: sunita.id, count: 1 },
  ];
  const { body } = await assign({ ids, plan });
  expect(body.shares.map(({ ids: those }) => those)).toEqual([[], ids.slice(3)]);
  expect(body.skipped).toEqual(ids.slice(0, 3).map((id) => ({ id, because: 'agent_inactive' })));
  expect(await holdersOf(db, ids)).not.toContain(ravi.id);
});

// Covers: assign-many-5
test('eight admins at the same time: each applicant goes to one agent, once', async () => {
  const ids = await addApplicants(db, 1_100);
  const admins = await Promise.all(Array.from({ length: 8 }, () => signIn(doorstep, 'admin')));
  const agents = await Promise.all(admins.map(() => addUser(db, 'agent')));
  const answers = await Promise.all(
    admins.map((by, index) => {
      // Half of the admins send the ids in the opposite order, which must not cause a deadlock.
      const own = index % 2 === 0 ? ids : ids.toReversed();
      return assign({ ids: own, plan: [{ agent_id: agents[index]?.id }] }, { by });
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(admins.map(() => 200));
  const given = answers.flatMap(({ body }) => body.shares.flatMap((share) => share.ids));
  expect(given.toSorted((a, b) => a - b)).toEqual(ids);
  const { rows } = await sql<{ id: number }>`
    select a.id from applicants a join audit on subject = 'applicant' and subject_id = a.id
    where a.id = any(${ids}) and (after ->> 'assigned_agent_id')::bigint = a.assigned_agent_id`.execute(
    db,
  );
  expect(rows).toHaveLength(1_100);
  for (const { body } of answers)
    expect(body.skipped.every(({ because }) => because === 'already_assigned')).toBe(true);
  expect((await recount(db, 'Asia/Kolkata')).applicants).toBe(0);
});

// Covers: assign-many-6
test('an interrupted run leaves whole transactions, and continues under its key', async () => {
  const portfolio_name = `Interrupted ${randomUUID()}`;
  const ids = await addApplicants(db, 1_200, () => ({ portfolio_name }));
  const key = randomUUID();
  const wanted = { ids, plan: [{ agent_id: ravi.id }, { agent_id: sunita.id }] };
  // Makes the second transaction fail at one row, to simulate a server that stops during the transaction.
  const owner = connect(doorstep.owner);
  const broken = ids[700] ?? 0;
  await sql`alter table assignments add constraint broken check (applicant_id <> ${sql.lit(broken)}) not valid`.execute(
    owner,
  );
  expect((await assign(wanted, { key })).status).toBe(500);
  expect(await countAudits(db, ids, 'assign')).toBe(500);
  expect(
    await readRows(db, 'applicants', { assigned_agent_id: null, portfolio_name }, ['id']),
  ).toHaveLength(700);
  await sql`alter table assignments drop constraint broken`.execute(owner);
  await owner.destroy();

  const done = await assign(wanted, { key });
  expect(done.body.shares.map((share) => share.ids.length)).toEqual([600, 600]);
  expect(done.body.skipped).toEqual([]);
  expect(await assign(wanted, { key })).toEqual(done);
  expect(await countAudits(db, ids, 'assign')).toBe(1_200);
  expect((await assign({ ...wanted, ids: ids.slice(1) }, { key })).body.code).toBe(
    'idempotency_key_taken',
  );
});

test('a repeated filter under its key assigns what it found the first time', async () => {
  const portfolio_name = `Repeated ${randomUUID()}`;
  await addApplicants(db, 3, () => ({ portfolio_name }));
  const filter = { portfolio_name, assigned: 'false' };
  const wanted = { filter, expected_count: 3, plan: [{ agent_id: ravi.id }] };
  const key = randomUUID();
  const first = await assign(wanted, { key });
  expect(first.body.shares[0]?.ids).toHaveLength(3);
  expect(await assign(wanted, { key })).toEqual(first);
});

// Covers: assign-many-7
test('undoes the admin’s own assignments, and the audit records it', async () => {
  const ids = await addApplicants(db, 3);
  await assign({ ids, plan: [{ agent_id: ravi.id }] });
  expect((await undo(ids, { by: colleague })).body).toEqual({
    undone: [],
    kept: ids.map((id) => ({ id, because: 'changed' })),
  });
  const key = randomUUID();
  const undone = await undo(ids, { key });
  expect(undone.body).toEqual({ undone: ids, kept: [] });
  expect(await undo(ids, { key })).toEqual(undone);
  expect(await rowOf(ids[0] ?? 0)).toMatchObject({ status: 'pending', assigned_agent_id: null });
  expect((await auditOf(db, 'applicant', ids[0] ?? 0)).at(-1)).toMatchObject({
    actor_id: admin.user.id,
    action: 'unassign',
    before: { assigned_agent_id: ravi.id, status: 'assigned' },
    after: { assigned_agent_id: null, status: 'pending' },
  });
  expect((await undo(ids)).body.kept).toHaveLength(3);
  expect((await recount(db, 'Asia/Kolkata')).applicants).toBe(0);
});

// Covers: assign-many-7
test('does not undo after a minute, nor applicants reassigned or visited since', async () => {
  const [late = 0, reassigned = 0, visited = 0, begun = 0] = await addApplicants(db, 4);
  const ids = [late, reassigned, visited, begun];
  await assign({ ids, plan: [{ agent_id: ravi.id }] });
  await colleague.patch(`applicants/${reassigned}/`, {
    assigned_agent_name: 'Sunita Rao',
    assigned_agent_id: sunita.id,
  });
  await changeRows(db, 'applicants', { id: visited }, { status: 'visited' });
  await sendVisit(db, visitOf(begun, ravi.id, { outcome: 'locked', is_final: false }));
  const owner = connect(doorstep.owner);
  await sql`alter table audit disable trigger audit_append_only`.execute(owner);
  await sql`update audit set at = at - interval '61 seconds' where subject = 'applicant' and subject_id = ${late}`.execute(
    owner,
  );
  await sql`alter table audit enable trigger audit_append_only`.execute(owner);
  await owner.destroy();
  expect((await undo(ids)).body).toEqual({
    undone: [],
    kept: [
      { id: late, because: 'too_late' },
      { id: reassigned, because: 'changed' },
      { id: visited, because: 'visited' },
      { id: begun, because: 'visited' },
    ],
  });
  expect(await countAudits(db, ids, 'unassign')).toBe(0);
});

test('an undo while the agent is deleted takes effect together with it, and leaves the applicants unassigned', async () => {
  const superAdmin = await signIn(doorstep, 'superadmin');
  for (let round = 0; round < 4; round += 1) {
    const agent = await addUser(db, 'agent');
    const ids = await addApplicants(db, 40);
    await assign({ ids, plan: [{ agent_id: agent.id }] });
    const [undone, deleted] = await Promise.all([
      undo(ids.toReversed()),
      superAdmin.delete(`users/${agent.id}/`),
    ]);
    expect([undone.status, deleted.statusCode]).toEqual([200, 200]);
    expect(await holdersOf(db, ids)).toEqual([null]);
  }
});

test('lists the agents to whom the admin recently assigned, the latest first', async () => {
  const by = await signIn(doorstep, 'admin');
  const lately = async () => (await by.get('applicants/assign/')).json();
  expect(await lately()).toEqual({ agent_ids: [] });
  const idle = await addUser(db, 'agent');
  for (const agent of [ravi, idle, sunita]) {
    await assign({ ids: await addApplicants(db, 1), plan: [{ agent_id: agent.id }] }, { by });
  }
  await changeRows(db, 'users', { id: idle.id }, { is_active: false });
  expect(await lately()).toEqual({ agent_ids: [sunita.id, ravi.id] });
});
