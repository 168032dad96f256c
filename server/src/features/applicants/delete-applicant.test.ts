import { expect, test } from 'vitest';
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
const agent = await addUser(doorstep.db, 'agent');

const call = (
  method: 'GET' | 'DELETE' | 'PATCH',
  id: number | string,
  headers: Partial<Visitor['headers']> = admin.headers,
) =>
  doorstep.app.inject({
    method,
    url: `/api/v1/applicants/${id}/`,
    headers,
    ...(method === 'PATCH' && { payload: { assigned_agent_name: agent.name } }),
  });

const rowOf = (id: number) =>
  doorstep.db.selectFrom('applicants').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const addVisited = async () => {
  const applicant = await addApplicant(doorstep.db, {
    assigned_agent_id: agent.id,
    status: 'visited',
  });
  await doorstep.db
    .insertInto('verifications')
    .values({
      applicant_id: applicant.id,
      agent_id: agent.id,
      overall_observation: 'positive',
      idempotency_key: `visit-${applicant.id}`,
      request_sha256: Buffer.alloc(32),
    })
    .execute();
  return applicant;
};

test.each(['GET', 'DELETE'] as const)(
  '%s answers 404 for an applicant that does not exist',
  async (method) => {
    for (const id of [999_999_999, 0, 'none', '1.5']) {
      const answer = await call(method, id);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ success: false, code: 'not_found' });
    }
  },
);

test('does not delete an applicant with a visit', async () => {
  const { id } = await addVisited();
  const answer = await call('DELETE', id);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({
    detail: 'This applicant has a verification and cannot be deleted.',
  });
  expect((await rowOf(id)).deleted_at).toBeNull();
  expect(await auditOf(doorstep.db, 'applicant', id)).toEqual([]);
});

test('reads one applicant', async () => {
  const { id, application_id } = await addVisited();
  const answer = await call('GET', id);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    id,
    application_id,
    status: 'visited',
    assigned_agent: { id: agent.id, name: agent.name },
  });
});

test('hides an applicant, preserves the row and frees the application id', async () => {
  const { db } = doorstep;
  const { id, application_id, applicant_name } = await addApplicant(db);
  const answer = await call('DELETE', id);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ success: true, message: 'Applicant deleted successfully' });

  expect((await rowOf(id)).deleted_at).not.toBeNull();
  expect(await auditOf(db, 'applicant', id)).toMatchObject([
    {
      actor_id: admin.user.id,
      action: 'delete',
      before: { status: 'pending', assigned_agent_id: null },
      after: null,
    },
  ]);
  const audited = JSON.stringify(await auditOf(db, 'applicant', id));
  expect(audited).not.toContain(applicant_name);
  expect(audited).not.toContain(application_id);
  expect((await call('GET', id)).statusCode).toBe(404);
  expect((await call('DELETE', id)).statusCode).toBe(404);
  await addApplicant(db, { application_id });
});

test('of simultaneous deletions one succeeds', async () => {
  const { id } = await addApplicant(doorstep.db);
  const answers = await Promise.all([1, 2, 3].map(() => call('DELETE', id)));
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 404, 404]);
  expect(await auditOf(doorstep.db, 'applicant', id)).toHaveLength(1);
});

test('a simultaneous assignment and deletion happen in one order or the other', async () => {
  const { db } = doorstep;
  for (let round = 0; round < 5; round++) {
    const { id } = await addApplicant(db);
    const [assigned, deleted] = await Promise.all([call('PATCH', id), call('DELETE', id)]);
    expect(deleted.statusCode).toBe(200);
    expect([200, 404]).toContain(assigned.statusCode);
    const first = assigned.statusCode === 200;
    expect((await rowOf(id)).status).toBe(first ? 'assigned' : 'pending');
    const audit = await auditOf(db, 'applicant', id);
    expect(audit.map((row) => row.action)).toEqual(first ? ['assign', 'delete'] : ['delete']);
    expect(audit.at(-1)?.before).toMatchObject({ status: first ? 'assigned' : 'pending' });
  }
});
