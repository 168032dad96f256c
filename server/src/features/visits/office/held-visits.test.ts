import type { History } from '@doorstep/contract/audit';
import type { Visit } from '@doorstep/contract/visits/visit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { changeRows } from '../../../testing/rows.ts';
import {
  addApplicant,
  auditOf,
  signIn,
  startSharedApp,
  type Visitor,
} from '../../../testing/test-app.ts';
import { countLockWaits } from '../../../testing/test-database.ts';
import { attemptOf, sendPhoneVisit, unsignedVisit } from '../../../testing/visits/phone-visit.ts';
import { addHeldVisit, sendVisit, visitOf } from '../../../testing/visits/recorded-visit.ts';
import { listVisitsOf } from './visit-list-store.ts';

const server = await startSharedApp();
const admin = await signIn(server, 'admin', { name: 'Meera Rao' });
const other = await signIn(server, 'admin', { name: 'Ravi Iyer' });
const asha = await signIn(server, 'agent', { name: 'Asha Verma' });
const ravi = await signIn(server, 'agent', { name: 'Ravi Kumar' });

const nobodys = '00000000-0000-4000-8000-000000000000';

async function settle(
  id: string,
  how: 'use' | 'set-aside',
  note = how === 'use' ? '' : 'Not needed',
  by: Partial<Visitor> = admin,
) {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/v1/held-visits/${id}/${how}/`,
    headers: by.headers ?? {},
    payload: { note },
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function read(path: string, by: Visitor = admin) {
  const answer = await by.get(path);
  return { status: answer.statusCode, body: answer.json<{ results: Visit[] }>() };
}
const listHeld = async () => (await read('held-visits/?page_size=100')).body;
const visitsOf = async (applicantId: number) =>
  (await read(`applicants/${applicantId}/visits/`)).body.results;

const applicantRow = (id: number) =>
  server.db.selectFrom('applicants').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const verificationsOf = (id: number) =>
  server.db
    .selectFrom('verifications')
    .selectAll()
    .where('applicant_id', '=', id)
    .orderBy('id')
    .execute();
const late = () => addHeldVisit(server.db, { late: asha.user.id, now: ravi.user.id });

/** Sends a final visit by Asha to an applicant that Ravi visited before, so that the visit is held. */
async function second() {
  const applicant = await addApplicant(server.db, { assigned_agent_id: asha.user.id });
  const give = (agent: Visitor) =>
    changeRows(server.db, 'applicants', { id: applicant.id }, { assigned_agent_id: agent.user.id });
  await give(ravi);
  await sendVisit(server.db, visitOf(applicant.id, ravi.user.id));
  const { id, heldBecause } = await sendVisit(
    server.db,
    visitOf(applicant.id, asha.user.id, {
      ...{ outcome: 'shifted', overall_observation: 'negative' },
      arrived_at: '2026-03-05T05:00:00Z',
    }),
  );
  expect(heldBecause).toBe('already_visited');
  return { id, applicant };
}

async function ofDeleted() {
  const applicant = await addApplicant(server.db, { assigned_agent_id: asha.user.id });
  await admin.delete(`applicants/${applicant.id}/`);
  const { id, heldBecause } = await sendVisit(server.db, visitOf(applicant.id, asha.user.id));
  expect(heldBecause).toBe('applicant_deleted');
  return { id, applicant };
}

test('a visit that does not exist, or was never held, is a 404', async () => {
  const applicant = await addApplicant(server.db, { assigned_agent_id: asha.user.id });
  const { id } = await sendVisit(server.db, visitOf(applicant.id, asha.user.id));
  for (const unknown of [nobodys, 'none', id]) {
    expect((await settle(unknown, 'use')).status).toBe(404);
    expect((await settle(unknown, 'set-aside')).status).toBe(404);
  }
  expect((await read('applicants/999999999/visits/')).status).toBe(404);
});

// Covers: held-visits-1
test('held visits are listed oldest first, with the reason and the agent who had the task', async () => {
  const first = await late();
  const then = await second();
  const last = await ofDeleted();
  const { results } = await listHeld();
  const mine = results.filter(({ id }) => [first.id, then.id, last.id].includes(id));
  expect(mine.map(({ id }) => id)).toEqual([first.id, then.id, last.id]);
  expect(mine).toMatchObject([
    { held_because: 'reassigned', agent: 'Asha Verma', colleague: 'Ravi Kumar' },
    { held_because: 'already_visited', colleague: 'Ravi Kumar', outcome: 'shifted' },
    { held_because: 'applicant_deleted', colleague: null },
  ]);
  expect(mine[0]).toMatchObject({
    application_id: first.applicant.application_id,
    applicant: first.applicant.applicant_name,
    statement: { remark: 'Met at home' },
    standing: 'held',
    resolved_by: null,
    verification_id: null,
    photos: [],
  });
  expect(Date.parse(mine[0]?.colleague_since ?? '')).toBeLessThanOrEqual(
    Date.parse(mine[0]?.received_at ?? ''),
  );
});

// Covers: held-visits-1
test('a visit whose task was given away while it waited shows who has it', async () => {
  const applicant = await addApplicant(server.db, { assigned_agent_id: asha.user.id });
  const giving = await server.db.startTransaction().execute();
  await sql`select from applicants where id = ${applicant.id} for update`.execute(giving);
  const sending = sendVisit(server.db, visitOf(applicant.id, asha.user.id));
  await expect.poll(() => countLockWaits(server.db)).toBeGreaterThan(0);
  await changeRows(giving, 'applicants', { id: applicant.id }, { assigned_agent_id: ravi.user.id });
  await giving.commit().execute();
  expect((await sending).heldBecause).toBe('reassigned');
  expect(await visitsOf(applicant.id)).toMatchObject([{ colleague: 'Ravi Kumar' }]);
});

// Covers: held-visits-2
test('a held visit that is used becomes the verification and takes the task', async () => {
  const { id, applicant } = await late();
  const used = await settle(id, 'use', 'Asha was there first');
  const [verification, ...more] = await verificationsOf(applicant.id);
  expect(more).toEqual([]);
  expect(used).toEqual({
    status: 200,
    body: {
      success: true,
      message: `The visit counts now, as verification ${verification?.id}.`,
      verification_id: verification?.id,
    },
  });
  expect(verification).toMatchObject({
    agent_id: asha.user.id,
    visit_id: id,
    remark: 'Met at home',
  });
  expect(await applicantRow(applicant.id)).toMatchObject({
    status: 'visited',
    assigned_agent_id: asha.user.id,
  });
  expect(await visitsOf(applicant.id)).toMatchObject([
    {
      id,
      standing: 'counted',
      held_because: 'reassigned',
      colleague: 'Ravi Kumar',
      resolved_by: 'Meera Rao',
      resolution_note: 'Asha was there first',
      verification_id: verification?.id,
    },
  ]);
  expect((await listHeld()).results.map((visit) => visit.id)).not.toContain(id);
  const audit = await auditOf(server.db, 'applicant', applicant.id);
  expect(audit.at(-1)).toMatchObject({
    actor_id: admin.user.id,
    action: 'use_visit',
    before: { status: 'assigned', assigned_agent_id: ravi.user.id },
    after: { status: 'visited', assigned_agent_id: asha.user.id, visit_id: id },
  });
  expect(JSON.stringify(audit)).not.toContain('Asha was there first');
  expect(await auditOf(server.db, 'verification', verification?.id ?? 0)).toMatchObject([
    { actor_id: admin.user.id, action: 'create', after: { visit_id: id } },
  ]);
});

// Covers: held-visits-2
test('the history of a held visit that is used names the agent who visited', async () => {
  const { id, applicant } = await late();
  const { verification_id } = (await settle(id, 'use')).body;
  const historyOf = async (path: string) =>
    (await admin.get(`${path}/history/`)).json<History>().results;
  expect(await historyOf(`verification_tasks/${verification_id}`)).toMatchObject([
    { action: 'create', actor: { name: 'Meera Rao' }, visited_by: { name: 'Asha Verma' } },
  ]);
  expect(await historyOf(`applicants/${applicant.id}`)).toMatchObject([
    { action: 'use_visit', actor: { name: 'Meera Rao' }, visited_by: null },
    { action: 'held_visit', actor: { name: 'Asha Verma' }, visited_by: null },
  ]);
});

// Covers: held-visits-2
test('a second visit that is used is a newer verification, which waits for its own decision', async () => {
  const { id, applicant } = await second();
  const [first] = await verificationsOf(applicant.id);
  await admin.post(`verification_tasks/${first?.id}/admin-decision/`, { decision: 'positive' });
  expect((await applicantRow(applicant.id)).status).toBe('submitted');
  expect((await settle(id, 'use')).status).toBe(200);
  expect(await verificationsOf(applicant.id)).toMatchObject([
    { id: first?.id, admin_decision: 'positive' },
    {
      visit_id: id,
      admin_decision: 'pending',
      outcome: 'shifted',
      overall_observation: 'negative',
    },
  ]);
  expect(await applicantRow(applicant.id)).toMatchObject({
    status: 'visited',
    assigned_agent_id: asha.user.id,
  });
});

// Covers: held-visits-3
test('using the visit of a deleted applicant restores it, unless it was uploaded again', async () => {
  const { id, applicant } = await ofDeleted();
  expect((await settle(id, 'use')).status).toBe(200);
  expect(await applicantRow(applicant.id)).toMatchObject({ deleted_at: null, status: 'visited' });
  expect((await auditOf(server.db, 'applicant', applicant.id)).at(-1)).toMatchObject({
    action: 'use_visit',
    before: { deleted_at: expect.any(String) },
    after: { deleted_at: null },
  });

  const taken = await ofDeleted();
  const { application_id, applicant_name } = taken.applicant;
  await addApplicant(server.db, { application_id });
  expect(await settle(taken.id, 'use')).toMatchObject({
    status: 409,
    body: {
      code: 'contact_point_taken',
      detail: `${applicant_name} was deleted, and application ${application_id} has been uploaded again since. Set this visit aside, or delete the newer record first.`,
    },
  });
  expect((await applicantRow(taken.applicant.id)).deleted_at).not.toBeNull();
  expect((await listHeld()).results.map((visit) => visit.id)).toContain(taken.id);
});

test('a held attempt that is used restores its applicant and leaves the task open', async () => {
  const applicant = await addApplicant(server.db, { assigned_agent_id: asha.user.id });
  await changeRows(server.db, 'applicants', { id: applicant.id }, { deleted_at: new Date() });
  const locked = visitOf(applicant.id, asha.user.id, { outcome: 'locked', is_final: false });
  const { id } = await sendVisit(server.db, locked);
  expect(await settle(id, 'use')).toMatchObject({ status: 200, body: { verification_id: null } });
  expect(await verificationsOf(applicant.id)).toEqual([]);
  expect(await applicantRow(applicant.id)).toMatchObject({ deleted_at: null, status: 'assigned' });
});

test('a restored applicant whose agent has left waits for another agent', async () => {
  const gone = await signIn(server, 'agent');
  const applicant = await addApplicant(server.db, { assigned_agent_id: gone.user.id });
  const boss = await signIn(server, 'superadmin');
  const remove = (path: string) => boss.delete(`${path}/`);
  expect((await remove(`applicants/${applicant.id}`)).statusCode).toBe(200);
  const locked = visitOf(applicant.id, gone.user.id, { outcome: 'locked', is_final: false });
  const { id } = await sendVisit(server.db, locked);
  expect((await remove(`users/${gone.user.id}`)).statusCode).toBe(200);
  expect((await settle(id, 'use')).status).toBe(200);
  const left = { status: 'pending', assigned_agent_id: null, deleted_at: null };
  expect(await applicantRow(applicant.id)).toMatchObject(left);
  expect((await auditOf(server.db, 'applicant', applicant.id)).at(-1)).toMatchObject({
    action: 'use_visit',
    before: { status: 'assigned', assigned_agent_id: gone.user.id },
    after: left,
  });
});

// Covers: held-visits-4
test('a visit is set aside with a note, and stays visible with its applicant', async () => {
  const { id, applicant } = await second();
  expect((await settle(id, 'set-aside', '  ')).body).toMatchObject({
    errors: { note: ['Write why the visit is set aside.'] },
  });
  expect((await settle(id, 'set-aside', 'Aadhaar 2345 6789 0124')).status).toBe(400);
  expect(await settle(id, 'set-aside', 'Same findings')).toEqual({
    status: 200,
    body: { success: true, message: 'The visit was set aside.' },
  });
  expect(await verificationsOf(applicant.id)).toHaveLength(1);
  expect(await visitsOf(applicant.id)).toMatchObject([
    { id, standing: 'set_aside', resolved_by: 'Meera Rao', resolution_note: 'Same findings' },
    { standing: 'counted', agent: 'Ravi Kumar' },
  ]);
  expect((await auditOf(server.db, 'applicant', applicant.id)).at(-1)).toMatchObject({
    action: 'set_visit_aside',
    after: { visit_id: id },
  });
});

// Covers: held-visits-5
test('a visit is settled once: a repeated request changes nothing, another admin learns who settled it', async () => {
  const { id, applicant } = await late();
  const first = await settle(id, 'use');
  const rows = await auditOf(server.db, 'applicant', applicant.id);
  expect(await settle(id, 'use')).toEqual(first);
  expect(await settle(id, 'use', '', other)).toMatchObject({
    status: 409,
    body: { code: 'already_settled', detail: 'Meera Rao already used this visit.' },
  });
  expect((await settle(id, 'set-aside')).body.detail).toBe('You already used this visit.');
  expect(await auditOf(server.db, 'applicant', applicant.id)).toEqual(rows);
  expect(await verificationsOf(applicant.id)).toHaveLength(1);
});

// Covers: held-visits-5
test('of two admins at the same time one succeeds, the other learns who settled it', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id, applicant } = await late();
    const answers = await Promise.all([
      settle(id, 'use', '', admin),
      settle(id, 'set-aside', 'Not needed', other),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const isUsed = answers[0]?.status === 200;
    expect(answers.find(({ status }) => status === 409)?.body.detail).toBe(
      isUsed ? 'Meera Rao already used this visit.' : 'Ravi Iyer already set aside this visit.',
    );
    expect(await verificationsOf(applicant.id)).toHaveLength(isUsed ? 1 : 0);
  }
});

// Covers: held-visits-6
test('an applicant with any visit is not deleted', async () => {
  const applicant = await addApplicant(server.db, { assigned_agent_id: asha.user.id });
  const locked = visitOf(applicant.id, asha.user.id, { outcome: 'locked', is_final: false });
  await sendVisit(server.db, locked);
  const answer = await admin.delete(`applicants/${applicant.id}/`);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({
    code: 'has_visit',
    detail: 'This applicant was visited and cannot be deleted.',
  });
  expect((await applicantRow(applicant.id)).deleted_at).toBeNull();
});

// Covers: visits-shown-4
test('the office sees which photos were not taken and why the place is inaccurate', async () => {
  const applicant = await addApplicant(server.db, { assigned_agent_id: asha.user.id });
  const of = { applicant_id: applicant.id };
  const skipped = { shows: 'nameplate' as const, reason: 'refused' as const };
  // A phone may send characters that the database rejects.
  const place_reason = ' Under a metal roof\u0000 ';
  const attempt = attemptOf({ ...of, place_reason, photos_skipped: [skipped] });
  await sendPhoneVisit(server, asha, unsignedVisit(attempt));
  await sendPhoneVisit(server, asha, unsignedVisit(attemptOf(of)));
  const [without, seen] = await visitsOf(applicant.id);
  expect(seen).toMatchObject({ id: attempt.visit_id, photos_skipped: [skipped] });
  expect(seen?.place_reason).toBe('Under a metal roof\u0000');
  expect(without).not.toHaveProperty('place_reason');
});

test('listing visits reads no large manifest', async () => {
  const applicant = await addApplicant(server.db, { assigned_agent_id: asha.user.id });
  for (const size of [65_536, 65_537]) {
    const attempt = attemptOf({ applicant_id: applicant.id, place_reason: 'Under a metal roof' });
    const sentVisit = unsignedVisit(attempt);
    const manifest = sentVisit.manifest.padEnd(size);
    expect((await sendPhoneVisit(server, asha, { ...sentVisit, manifest })).statusCode).toBe(200);
  }
  const read = await listVisitsOf(server.db, applicant.id);
  expect(read.map(({ manifest }) => manifest?.length)).toEqual([undefined, 65_536]);
  const [large, small] = await visitsOf(applicant.id);
  expect(small).toMatchObject({ place_reason: 'Under a metal roof' });
  expect(large).toMatchObject({ outcome: 'locked' });
  expect(large).not.toHaveProperty('place_reason');
});
