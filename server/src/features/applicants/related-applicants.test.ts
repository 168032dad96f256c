import { expect, test } from 'vitest';
import { changeRows } from '../../testing/rows.ts';
import { addVerificationRow } from '../../testing/submission.ts';
import {
  addApplicant,
  addUser,
  signIn,
  startSharedApp,
  type Visitor,
} from '../../testing/test-app.ts';
import { sendVisit, visitOf } from '../../testing/visits/recorded-visit.ts';

const doorstep = await startSharedApp();
const admin = await signIn(doorstep, 'admin');

const ask = (id: number, headers: Partial<Visitor['headers']> = admin.headers) =>
  doorstep.app.inject({ url: `/api/v1/applicants/${id}/related/`, headers });

test("an unknown or deleted applicant has no related applicants, and agents can't read them", async () => {
  const { id } = await addApplicant(doorstep.db);
  const { headers } = await signIn(doorstep, 'agent');
  expect((await ask(id, headers)).statusCode).toBe(403);
  expect((await ask(id)).json()).toEqual({ results: [] });
  await changeRows(doorstep.db, 'applicants', { id }, { deleted_at: new Date() });
  for (const unknown of [id, 999_999]) expect((await ask(unknown)).statusCode).toBe(404);
});

test('the other contact points have their latest visit, without deleted ones', async () => {
  const { db } = doorstep;
  const agent = await addUser(db, 'agent');
  const application_id = 'REL-7712';
  const home = await addApplicant(db, { application_id });
  const visited = await addVerificationRow(db, agent.id, { application_id, visit_type: 'OFFICE' });
  const { id: verification_id, submitted_at } = await db
    .insertInto('verifications')
    .columns([
      'applicant_id',
      'agent_id',
      'overall_observation',
      'idempotency_key',
      'request_sha256',
    ])
    .expression((eb) =>
      eb
        .selectFrom('verifications')
        .select(['applicant_id', 'agent_id', 'overall_observation'])
        .select([eb.val('a later visit').as('key'), 'request_sha256'])
        .where('id', '=', visited.id),
    )
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
  const { db } = doorstep;
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
