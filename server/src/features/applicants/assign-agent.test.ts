import type { Applicant, ApplicantRecord } from '@doorstep/contract/applicants';
import { expect, test } from 'vitest';
import { changeRows } from '../../testing/rows.ts';
import { addVerificationRow } from '../../testing/submission.ts';
import {
  addApplicant,
  addUser,
  auditOf,
  signIn,
  startSharedApp,
  type Visitor,
} from '../../testing/test-app.ts';

const doorstep = await startSharedApp();
const admin = await signIn(doorstep, 'admin');
const asha = await addUser(doorstep.db, 'agent', { name: 'Asha Verma' });
const ravi = await addUser(doorstep.db, 'agent', { name: 'रवि कुमार' });

const assign = (
  id: number | string,
  payload: Record<string, unknown>,
  headers: Partial<Visitor['headers']> = admin.headers,
) => doorstep.app.inject({ method: 'PATCH', url: `/api/v1/applicants/${id}/`, headers, payload });

const rowOf = (id: number) =>
  doorstep.db.selectFrom('applicants').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('answers 404 for an applicant that does not exist, whatever the name', async () => {
  const { id } = await addApplicant(doorstep.db);
  await changeRows(doorstep.db, 'applicants', { id }, { deleted_at: new Date() });
  for (const gone of [id, 999_999_999, 'none']) {
    expect((await assign(gone, { assigned_agent_name: 'Asha Verma' })).statusCode).toBe(404);
    expect((await assign(gone, { assigned_agent_name: 'Nobody' })).statusCode).toBe(404);
  }
});

test('rejects a name that no active agent has, and quotes it', async () => {
  const { db } = doorstep;
  const { id } = await addApplicant(db);
  await addUser(db, 'agent', { name: 'Idle Agent', is_active: false });
  await addUser(db, 'admin', { name: 'Some Admin' });
  const gone = await addUser(db, 'agent', { name: 'Gone Agent' });
  await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();

  for (const name of [
    'Nobody',
    'Asha',
    'Idle Agent',
    'Some Admin',
    'Gone Agent',
    '%',
    'Asha_Verma',
  ]) {
    const answer = await assign(id, { assigned_agent_name: name });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ detail: `No active agent is named ${name}.` });
  }
  expect((await rowOf(id)).assigned_agent_id).toBeNull();
  expect(await auditOf(db, 'applicant', id)).toEqual([]);
});

test('rejects an empty name, and ignores unknown fields', async () => {
  const { id } = await addApplicant(doorstep.db);
  const empty = await assign(id, { assigned_agent_name: '  ' });
  expect(empty.statusCode).toBe(400);
  expect(empty.json()).toMatchObject({ detail: 'Please enter an agent name' });
  const unknown = await assign(id, { assigned_agent_name: 'Asha Verma', status: 'submitted' });
  expect([unknown.statusCode, unknown.json().status]).toEqual([200, 'assigned']);
});

test('distinguishes namesakes by the id next to the name', async () => {
  const { db } = doorstep;
  const { id } = await addApplicant(db);
  const twins = [
    await addUser(db, 'agent', { name: 'Amit Shah' }),
    await addUser(db, 'agent', { name: 'AMIT SHAH' }),
  ];
  const both = await assign(id, { assigned_agent_name: 'amit shah' });
  expect(both.statusCode).toBe(409);
  expect(both.json()).toMatchObject({
    detail: '2 active agents are named amit shah. Choose the agent by the phone number.',
  });

  const other = await assign(id, { assigned_agent_name: 'amit shah', assigned_agent_id: asha.id });
  expect(other.statusCode).toBe(400);
  expect(other.json()).toMatchObject({ errors: { assigned_agent_id: [expect.any(String)] } });
  expect((await rowOf(id)).assigned_agent_id).toBeNull();

  const second = { assigned_agent_name: 'amit shah', assigned_agent_id: twins[1]?.id };
  expect((await assign(id, second)).statusCode).toBe(200);
  expect((await rowOf(id)).assigned_agent_id).toBe(twins[1]?.id);
});

// Covers: assigning-5
test.each(['Asha Verma', '  asha VERMA '])('assigns the agent named %j', async (name) => {
  const { db } = doorstep;
  const before = await addApplicant(db, { updated_at: '2026-01-05T10:00:00Z' });
  const answer = await assign(before.id, { assigned_agent_name: name });
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
    const { db } = doorstep;
    const before = await addApplicant(db, { assigned_agent_id: asha.id, status });
    expect((await assign(before.id, { assigned_agent_name: 'asha verma' })).statusCode).toBe(200);
    expect(await rowOf(before.id)).toEqual(before);
    expect(await auditOf(db, 'applicant', before.id)).toEqual([]);

    expect((await assign(before.id, { assigned_agent_name: 'रवि कुमार' })).statusCode).toBe(200);
    expect(await rowOf(before.id)).toMatchObject({
      status: 'assigned',
      assigned_agent_id: ravi.id,
    });
    expect(await auditOf(db, 'applicant', before.id)).toMatchObject([
      {
        before: { assigned_agent_id: asha.id, status },
        after: { assigned_agent_id: ravi.id, status: 'assigned' },
      },
    ]);
  },
);

test('simultaneous assignments take effect one after the other, each in the audit', async () => {
  const { db } = doorstep;
  const { id } = await addApplicant(db);
  const names = ['Asha Verma', 'रवि कुमार'];
  const answers = await Promise.all(
    names.map((assigned_agent_name) => assign(id, { assigned_agent_name })),
  );
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
  const [first, second, ...more] = await auditOf(db, 'applicant', id);
  expect(more).toEqual([]);
  expect(first?.before).toMatchObject({ assigned_agent_id: null });
  expect(second?.before).toEqual(first?.after);
  expect(second?.after).toMatchObject({ assigned_agent_id: (await rowOf(id)).assigned_agent_id });
});

test('never leaves an applicant with an agent who is deleted meanwhile', async () => {
  const { db } = doorstep;
  const superAdmin = await signIn(doorstep, 'superadmin');
  for (let round = 0; round < 5; round++) {
    const agent = await addUser(db, 'agent', { name: `Leaving ${round}` });
    const { id } = await addApplicant(db);
    const [assigned, deleted] = await Promise.all([
      assign(id, { assigned_agent_name: agent.name }),
      superAdmin.delete(`users/${agent.id}/`),
    ]);
    expect(deleted.statusCode).toBe(200);
    expect([200, 400]).toContain(assigned.statusCode);
    expect(await rowOf(id)).toMatchObject({ status: 'pending', assigned_agent_id: null });
  }
});

// Covers: assigning-9
test('the record shows what a reassignment would order again', async () => {
  const { db, app } = doorstep;
  const { id, applicant } = await addVerificationRow(db, asha.id);
  const latest = async () => {
    const url = `/api/v1/applicants/${applicant.id}/`;
    const answer = await app.inject({ url, headers: admin.headers });
    return answer.json<ApplicantRecord>().latest_verification;
  };
  const moment = expect.stringMatching(/^\d{4}-.*Z$/);
  const visited = { id, agent: 'Asha Verma', submitted_at: moment };
  expect(await latest()).toEqual({
    ...visited,
    admin_decision: 'pending',
    decided_by: null,
    decided_at: null,
  });

  await app.inject({
    method: 'POST',
    url: `/api/v1/verification_tasks/${id}/admin-decision/`,
    headers: admin.headers,
    payload: { decision: 'positive' },
  });
  expect(await latest()).toEqual({
    ...visited,
    admin_decision: 'positive',
    decided_by: admin.user.name,
    decided_at: moment,
  });

  await assign(applicant.id, { assigned_agent_name: 'रवि कुमार' });
  expect(await latest()).toBeUndefined();
});

// Covers: threat-24
test.each(['9820098200', 'yesterday', '0000-01-01T00:00:00Z', '2026-01-05T10:00:00+15:30'])(
  'rejects %j as the updated_at of an applicant',
  async (seen) => {
    const { id } = await addApplicant(doorstep.db);
    const answer = await assign(id, { assigned_agent_name: 'Asha Verma', updated_at: seen });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: { updated_at: [expect.any(String)] } });
    expect((await rowOf(id)).assigned_agent_id).toBeNull();
  },
);

// Covers: dialogs-5
test('a stale updated_at is rejected, the latest is accepted, and it may be omitted', async () => {
  // Times are compared in milliseconds. The applicant is a minute old, because a fast server could add and
  // assign it in the same millisecond.
  const seen = new Date(Date.now() - 60_000).toISOString();
  const { id } = await addApplicant(doorstep.db, { updated_at: seen });
  const first = await assign(id, { assigned_agent_name: 'Asha Verma', updated_at: seen });
  expect(first.statusCode).toBe(200);

  const stale = await assign(id, { assigned_agent_name: 'रवि कुमार', updated_at: seen });
  expect(stale.statusCode).toBe(409);
  const { applicant_name } = await rowOf(id);
  expect(stale.json()).toMatchObject({
    code: 'changed_meanwhile',
    detail: `Someone else changed ${applicant_name} in the meantime. Please load the record again.`,
  });
  expect((await rowOf(id)).assigned_agent_id).toBe(asha.id);
  expect(await auditOf(doorstep.db, 'applicant', id)).toHaveLength(1);
  // A repeated request, as after a lost response, is no conflict, because the agent is already assigned.
  const again = await assign(id, { assigned_agent_name: 'Asha Verma', updated_at: seen });
  expect(again.statusCode).toBe(200);

  const { updated_at } = first.json<Applicant>();
  const fresh = await assign(id, { assigned_agent_name: 'रवि कुमार', updated_at });
  expect(fresh.statusCode).toBe(200);
  expect((await assign(id, { assigned_agent_name: 'Asha Verma' })).statusCode).toBe(200);
});
