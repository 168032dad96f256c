import { expect, test } from 'vitest';
import { readRow } from '../../testing/rows.ts';
import { addVerificationRow } from '../../testing/submission.ts';
import { addApplicant, addUser, auditOf, signIn, startSharedApp } from '../../testing/test-app.ts';

const server = await startSharedApp();
const { db } = server;
const admin = await signIn(server, 'admin');
const agent = await addUser(db, 'agent');

test('does not delete an applicant with a visit', async () => {
  const { applicant } = await addVerificationRow(db, agent.id);
  const path = `applicants/${applicant.id}/`;
  const answer = await admin.delete(path);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({
    detail: 'This applicant has a verification and cannot be deleted.',
  });
  expect((await admin.get(path)).json()).toMatchObject({
    id: applicant.id,
    application_id: applicant.application_id,
    status: 'visited',
    assigned_agent: { id: agent.id, name: agent.name },
  });
  expect(await auditOf(db, 'applicant', applicant.id)).toEqual([]);
});

test('hides an applicant, preserves the row and frees the application id', async () => {
  const { id, application_id, applicant_name } = await addApplicant(db);
  const path = `applicants/${id}/`;
  const answer = await admin.delete(path);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ success: true, message: 'Applicant deleted successfully' });

  const audit = await auditOf(db, 'applicant', id);
  expect(audit).toMatchObject([
    {
      actor_id: admin.user.id,
      action: 'delete',
      before: { status: 'pending', assigned_agent_id: null },
      after: null,
    },
  ]);
  expect(JSON.stringify(audit)).not.toContain(applicant_name);
  expect(JSON.stringify(audit)).not.toContain(application_id);
  for (const answer of [await admin.get(path), await admin.delete(path)]) {
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ success: false, code: 'not_found' });
  }
  await addApplicant(db, { application_id });
});

// `two-admins.long.test.ts` repeats this test many times, and also tests two simultaneous deletions.
test('a simultaneous assignment and deletion happen in one order or the other', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await addApplicant(db);
    const path = `applicants/${id}/`;
    const [assigned, deleted] = await Promise.all([
      admin.patch(path, { assigned_agent_name: agent.name }),
      admin.delete(path),
    ]);
    expect(deleted.statusCode).toBe(200);
    expect([200, 404]).toContain(assigned.statusCode);
    const status = assigned.statusCode === 200 ? 'assigned' : 'pending';
    expect(await readRow(db, 'applicants', { id }, ['status'])).toEqual({ status });
    const audit = await auditOf(db, 'applicant', id);
    expect(audit.map((row) => row.action)).toEqual(
      status === 'assigned' ? ['assign', 'delete'] : ['delete'],
    );
    expect(audit.at(-1)?.before).toMatchObject({ status });
  }
});
