import { expect, test } from 'vitest';
import { changeRows } from '../../testing/rows.ts';
import { addVerificationRow } from '../../testing/submission.ts';
import { addApplicant, addUser, signIn, startSharedApp } from '../../testing/test-app.ts';
import { sendVisit, visitOf } from '../../testing/visits/recorded-visit.ts';

const doorstep = await startSharedApp();
const { db } = doorstep;
const admin = await signIn(doorstep, 'admin');

const ask = (id: number) => admin.get(`applicants/${id}/related/`);

test('an applicant without other contact points has no related applicants, and a deleted one can’t be read', async () => {
  const { id } = await addApplicant(db);
  expect((await ask(id)).json()).toEqual({ results: [] });
  await changeRows(db, 'applicants', { id }, { deleted_at: new Date() });
  expect((await ask(id)).statusCode).toBe(404);
});

test('the other contact points have their latest visit, without deleted ones', async () => {
  const agent = await addUser(db, 'agent');
  const application_id = 'REL-7712';
  const home = await addApplicant(db, { application_id });
  const visited = await addVerificationRow(db, agent.id, { application_id, visit_type: 'OFFICE' });
  const { id: verification_id, submitted_at } = await db
    .insertInto('verifications')
    .values({
      ...{ applicant_id: visited.applicant.id, agent_id: agent.id },
      ...{ overall_observation: 'positive', idempotency_key: 'a later visit' },
      request_sha256: Buffer.alloc(32),
    })
    .returning(['id', 'submitted_at'])
    .executeTakeFirstOrThrow();
  const coApplicant = await addApplicant(db, {
    ...{ application_id, applicant_type: 'Co-Applicant', applicant_name: 'Sita Kumar' },
    assigned_agent_id: agent.id,
  });
  const gone = await addApplicant(db, { application_id, visit_type: 'SHOP' });
  await changeRows(db, 'applicants', { id: gone.id }, { deleted_at: new Date() });
  await addApplicant(db, { application_id: 'REL-77121' });

  expect((await ask(home.id)).json()).toEqual({
    results: [
      {
        id: visited.applicant.id,
        applicant_name: visited.applicant.applicant_name,
        applicant_type: 'Applicant',
        visit_type: 'OFFICE',
        status: 'visited',
        verification_id,
        visited_at: submitted_at,
      },
      {
        id: coApplicant.id,
        applicant_name: 'Sita Kumar',
        applicant_type: 'Co-Applicant',
        visit_type: 'RESIDENCE',
        status: 'assigned',
        verification_id: null,
        visited_at: null,
      },
    ],
  });
});

test('shows when a contact point was visited, not when its visit was submitted', async () => {
  const agent = await addUser(db, 'agent');
  const application_id = 'REL-HELD';
  const home = await addApplicant(db, { application_id });
  const office = await addApplicant(db, {
    ...{ application_id, visit_type: 'OFFICE', assigned_agent_id: agent.id },
  });
  const arrived_at = '2026-03-03T06:00:00.000Z';
  await sendVisit(db, visitOf(office.id, agent.id, { arrived_at, clock_offset_ms: 0 }));
  expect((await ask(home.id)).json().results).toMatchObject([{ visited_at: arrived_at }]);
});
