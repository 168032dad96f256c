import type { Applicant, ApplicantRecord } from '@doorstep/contract/applicants';
import { expect, test } from 'vitest';
import { changeRows, readRow } from '../../testing/rows.ts';
import { addVerificationRow } from '../../testing/submission.ts';
import { addApplicant, addUser, auditOf, signIn, startSharedApp } from '../../testing/test-app.ts';

const server = await startSharedApp();
const { db } = server;
const admin = await signIn(server, 'admin');
const asha = await addUser(db, 'agent', { name: 'Asha Verma' });
const ravi = await addUser(db, 'agent', { name: 'रवि कुमार' });

const assign = (id: number | string, assigned_agent_name: string, more: object = {}) =>
  admin.patch(`applicants/${id}/`, { assigned_agent_name, ...more });
const rowOf = (id: number) => readRow(db, 'applicants', { id });

test('answers 404 for an applicant that does not exist, whatever the name', async () => {
  const { id } = await addApplicant(db);
  await changeRows(db, 'applicants', { id }, { deleted_at: new Date() });
  for (const gone of [id, 999_999_999, 'none']) {
    for (const name of ['Asha Verma', 'Nobody'])
      expect((await assign(gone, name)).statusCode).toBe(404);
  }
});

test('rejects a name that no active agent has, and quotes it', async () => {
  const { id } = await addApplicant(db);
  await addUser(db, 'agent', { name: 'Idle Agent', is_active: false });
  await addUser(db, 'admin', { name: 'Some Admin' });
  const gone = await addUser(db, 'agent', { name: 'Gone Agent' });
  await changeRows(db, 'users', { id: gone.id }, { deleted_at: new Date() });

  const unknown = ['Nobody', 'Asha', '%', 'Asha_Verma'];
  for (const name of [...unknown, 'Idle Agent', 'Some Admin', 'Gone Agent']) {
    const answer = await assign(id, name);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ detail: `No active agent is named ${name}.` });
  }
  const empty = await assign(id, '  ');
  expect([empty.statusCode, empty.json().detail]).toEqual([400, 'Please enter an agent name']);
  expect((await rowOf(id)).assigned_agent_id).toBeNull();
  expect(await auditOf(db, 'applicant', id)).toEqual([]);
});

test('ignores unknown fields', async () => {
  const { id } = await addApplicant(db);
  const answer = await assign(id, 'Asha Verma', { status: 'submitted' });
  expect([answer.statusCode, answer.json().status]).toEqual([200, 'assigned']);
});

test('distinguishes namesakes by the id next to the name', async () => {
  const { id } = await addApplicant(db);
  await addUser(db, 'agent', { name: 'Amit Shah' });
  const twin = await addUser(db, 'agent', { name: 'AMIT SHAH' });
  const both = await assign(id, 'amit shah');
  expect(both.statusCode).toBe(409);
  expect(both.json()).toMatchObject({
    detail: '2 active agents are named amit shah. Choose the agent by the phone number.',
  });

  const other = await assign(id, 'amit shah', { assigned_agent_id: asha.id });
  expect(other.statusCode).toBe(400);
  expect(other.json()).toMatchObject({ errors: { assigned_agent_id: [expect.any(String)] } });
  expect((await rowOf(id)).assigned_agent_id).toBeNull();

  expect((await assign(id, 'amit shah', { assigned_agent_id: twin.id })).statusCode).toBe(200);
  expect((await rowOf(id)).assigned_agent_id).toBe(twin.id);
});

// Covers: assigning-5
test.each(['Asha Verma', '  asha VERMA '])('assigns the agent named %j', async (name) => {
  const before = await addApplicant(db, { updated_at: '2026-01-05T10:00:00Z' });
  const answer = await assign(before.id, name);
  expect(answer.statusCode).toBe(200);
  expect(answer.json<Applicant>()).toMatchObject({
    id: before.id,
    status: 'assigned',
    assigned_agent: { id: asha.id, name: 'Asha Verma' },
  });
  const row = await rowOf(before.id);
  expect(row).toMatchObject({ status: 'assigned', assigned_agent_id: asha.id });
  expect(Date.parse(row.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
  expect(await auditOf(db, 'applicant', before.id)).toMatchObject([
    {
      actor_id: admin.user.id,
      action: 'assign',
      before: { assigned_agent_id: null, status: 'pending' },
      after: { assigned_agent_id: asha.id, status: 'assigned' },
    },
  ]);
});

// Covers: assigning-5
test.each(['assigned', 'visited', 'submitted'] as const)(
  'leaves a %s applicant unchanged with the same agent, and orders a visit from another',
  async (status) => {
    const before = await addApplicant(db, { assigned_agent_id: asha.id, status });
    expect((await assign(before.id, 'asha verma')).statusCode).toBe(200);
    expect(await rowOf(before.id)).toEqual(before);
    expect(await auditOf(db, 'applicant', before.id)).toEqual([]);

    expect((await assign(before.id, 'रवि कुमार')).statusCode).toBe(200);
    const after = { assigned_agent_id: ravi.id, status: 'assigned' };
    expect(await rowOf(before.id)).toMatchObject(after);
    expect(await auditOf(db, 'applicant', before.id)).toMatchObject([
      { before: { assigned_agent_id: asha.id, status }, after },
    ]);
  },
);

test('never leaves an applicant with an agent who is deleted meanwhile', async () => {
  const superAdmin = await signIn(server, 'superadmin');
  for (let round = 0; round < 5; round++) {
    const agent = await addUser(db, 'agent', { name: `Leaving ${round}` });
    const { id } = await addApplicant(db);
    const [assigned, deleted] = await Promise.all([
      assign(id, agent.name),
      superAdmin.delete(`users/${agent.id}/`),
    ]);
    expect(deleted.statusCode).toBe(200);
    expect([200, 400]).toContain(assigned.statusCode);
    expect(await rowOf(id)).toMatchObject({ status: 'pending', assigned_agent_id: null });
  }
});

// Covers: assigning-9
test('the record shows what a reassignment would order again', async () => {
  const { id, applicant } = await addVerificationRow(db, asha.id);
  const latest = async () =>
    (await admin.get(`applicants/${applicant.id}/`)).json<ApplicantRecord>().latest_verification;
  const moment = expect.stringMatching(/^\d{4}-.*Z$/);
  const visited = { id, agent: 'Asha Verma', submitted_at: moment };
  const undecided = { admin_decision: 'pending', decided_by: null, decided_at: null };
  expect(await latest()).toEqual({ ...visited, ...undecided });

  await admin.post(`verification_tasks/${id}/admin-decision/`, { decision: 'positive' });
  const decided = { admin_decision: 'positive', decided_by: admin.user.name, decided_at: moment };
  expect(await latest()).toEqual({ ...visited, ...decided });

  await assign(applicant.id, 'रवि कुमार');
  expect(await latest()).toBeUndefined();
});

// Covers: threat-24
test.each(['9820098200', 'yesterday', '0000-01-01T00:00:00Z', '2026-01-05T10:00:00+15:30'])(
  'rejects %j as the updated_at of an applicant',
  async (updated_at) => {
    const { id } = await addApplicant(db);
    const answer = await assign(id, 'Asha Verma', { updated_at });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: { updated_at: [expect.any(String)] } });
    expect((await rowOf(id)).assigned_agent_id).toBeNull();
  },
);

// Covers: dialogs-5
test('a stale updated_at is rejected, the latest is accepted, and it may be omitted', async () => {
  // Times are compared in milliseconds. The applicant is a minute old, because a fast server could add and
  // assign it in the same millisecond.
  const updated_at = new Date(Date.now() - 60_000).toISOString();
  const { id, applicant_name } = await addApplicant(db, { updated_at });
  const first = await assign(id, 'Asha Verma', { updated_at });
  expect(first.statusCode).toBe(200);

  const stale = await assign(id, 'रवि कुमार', { updated_at });
  expect(stale.statusCode).toBe(409);
  expect(stale.json()).toMatchObject({
    code: 'changed_meanwhile',
    detail: `Someone else changed ${applicant_name} in the meantime. Please load the record again.`,
  });
  expect((await rowOf(id)).assigned_agent_id).toBe(asha.id);
  expect(await auditOf(db, 'applicant', id)).toHaveLength(1);
  // If the request is repeated after a lost response, there is no conflict, because the agent is already
  // assigned.
  expect((await assign(id, 'Asha Verma', { updated_at })).statusCode).toBe(200);

  const { updated_at: latest } = first.json<Applicant>();
  expect((await assign(id, 'रवि कुमार', { updated_at: latest })).statusCode).toBe(200);
  expect((await assign(id, 'Asha Verma')).statusCode).toBe(200);
});
