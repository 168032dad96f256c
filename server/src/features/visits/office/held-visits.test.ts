import type { History } from '@doorstep/contract/audit';
import type { Visit } from '@doorstep/contract/visits/visit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { changeRows, readRow } from '../../../testing/rows.ts';
import { addApplicant, auditOf, signIn, startSharedApp } from '../../../testing/test-app.ts';
import { countLockWaits } from '../../../testing/test-database.ts';
import { attemptOf, sendPhoneVisit, unsignedVisit } from '../../../testing/visits/phone-visit.ts';
import {
  addHeldVisit,
  sendVisit,
  verificationsOf as verificationsIn,
  visitOf,
} from '../../../testing/visits/recorded-visit.ts';
import { listVisitsOf } from './visit-list-store.ts';

const server = await startSharedApp();
const { db } = server;
const admin = await signIn(server, 'admin', { name: 'Meera Rao' });
const other = await signIn(server, 'admin', { name: 'Ravi Iyer' });
const asha = await signIn(server, 'agent', { name: 'Asha Verma' });
const ravi = await signIn(server, 'agent', { name: 'Ravi Kumar' });

async function settle(
  id: string,
  how: 'use' | 'set-aside',
  note = how === 'use' ? '' : 'Not needed',
  by = admin,
) {
  const answer = await by.post(`held-visits/${id}/${how}/`, { note });
  return { status: answer.statusCode, body: answer.json() };
}

const visitsAt = async (path: string) =>
  (await admin.get(path)).json<{ results: Visit[] }>().results;
const listHeld = () => visitsAt('held-visits/?page_size=100');
const visitsOf = (applicantId: number) => visitsAt(`applicants/${applicantId}/visits/`);
const applicantRow = (id: number) => readRow(db, 'applicants', { id });
const verificationsOf = (applicantId: number) => verificationsIn(db, applicantId);
const lastAudit = async (applicantId: number) =>
  (await auditOf(db, 'applicant', applicantId)).at(-1);

const assigned = (to = asha) => addApplicant(db, { assigned_agent_id: to.user.id });
const locked = (applicantId: number, by = asha) =>
  sendVisit(db, visitOf(applicantId, by.user.id, { outcome: 'locked', is_final: false }));
const late = () => addHeldVisit(db, { late: asha.user.id, now: ravi.user.id });

/** Sends a final visit by Asha to an applicant that Ravi visited before, so that the visit is held. */
async function second() {
  const applicant = await assigned();
  const toRavi = { assigned_agent_id: ravi.user.id };
  await changeRows(db, 'applicants', { id: applicant.id }, toRavi);
  await sendVisit(db, visitOf(applicant.id, ravi.user.id));
  const visit = visitOf(applicant.id, asha.user.id, {
    ...{ outcome: 'shifted', overall_observation: 'negative' },
    arrived_at: '2026-03-05T05:00:00Z',
  });
  const { id, heldBecause } = await sendVisit(db, visit);
  expect(heldBecause).toBe('already_visited');
  return { id, applicant };
}

async function ofDeleted() {
  const applicant = await assigned();
  await admin.delete(`applicants/${applicant.id}/`);
  const { id, heldBecause } = await sendVisit(db, visitOf(applicant.id, asha.user.id));
  expect(heldBecause).toBe('applicant_deleted');
  return { id, applicant };
}

test('a visit that was never held, or an id that is none, is a 404', async () => {
  const { id } = await sendVisit(db, visitOf((await assigned()).id, asha.user.id));
  for (const unknown of ['none', id]) {
    expect((await settle(unknown, 'use')).status).toBe(404);
    expect((await settle(unknown, 'set-aside')).status).toBe(404);
  }
});

// Covers: held-visits-1
test('held visits are listed oldest first, with the reason and the agent who had the task', async () => {
  const first = await late();
  const then = await second();
  const last = await ofDeleted();
  const ids = [first.id, then.id, last.id];
  const mine = (await listHeld()).filter(({ id }) => ids.includes(id));
  const [{ id }, { application_id, applicant_name }] = [first, first.applicant];
  expect(mine).toMatchObject([
    {
      ...{ id, held_because: 'reassigned', agent: 'Asha Verma', colleague: 'Ravi Kumar' },
      ...{ application_id, applicant: applicant_name, statement: { remark: 'Met at home' } },
      ...{ standing: 'held', resolved_by: null, verification_id: null, photos: [] },
    },
    {
      ...{ id: then.id, held_because: 'already_visited', outcome: 'shifted' },
      colleague: 'Ravi Kumar',
    },
    { id: last.id, held_because: 'applicant_deleted', colleague: null },
  ]);
  expect(Date.parse(mine[0]?.colleague_since ?? '')).toBeLessThanOrEqual(
    Date.parse(mine[0]?.received_at ?? ''),
  );
});

// Covers: held-visits-1
test('a visit whose task was given away while it waited shows who has it', async () => {
  const { id } = await assigned();
  const giving = await db.startTransaction().execute();
  await sql`select from applicants where id = ${id} for update`.execute(giving);
  const sending = sendVisit(db, visitOf(id, asha.user.id));
  await expect.poll(() => countLockWaits(db)).toBeGreaterThan(0);
  await changeRows(giving, 'applicants', { id }, { assigned_agent_id: ravi.user.id });
  await giving.commit().execute();
  expect((await sending).heldBecause).toBe('reassigned');
  expect(await visitsOf(id)).toMatchObject([{ colleague: 'Ravi Kumar' }]);
});

// Covers: held-visits-2
test('a held visit that is used becomes the verification and takes the task', async () => {
  const { id, applicant } = await late();
  const used = await settle(id, 'use', 'Asha was there first');
  const [verification, ...more] = await verificationsOf(applicant.id);
  expect(more).toEqual([]);
  const verification_id = verification?.id ?? 0;
  const message = `The visit counts now, as verification ${verification_id}.`;
  expect(used).toEqual({ status: 200, body: { success: true, message, verification_id } });
  const made = { agent_id: asha.user.id, visit_id: id, remark: 'Met at home' };
  expect(verification).toMatchObject(made);
  const taken = { status: 'visited', assigned_agent_id: asha.user.id };
  expect(await applicantRow(applicant.id)).toMatchObject(taken);
  expect(await visitsOf(applicant.id)).toMatchObject([
    {
      ...{ id, standing: 'counted', held_because: 'reassigned', colleague: 'Ravi Kumar' },
      ...{ resolved_by: 'Meera Rao', resolution_note: 'Asha was there first', verification_id },
    },
  ]);
  expect((await listHeld()).map((visit) => visit.id)).not.toContain(id);
  const audit = await auditOf(db, 'applicant', applicant.id);
  expect(audit.at(-1)).toMatchObject({
    ...{ actor_id: admin.user.id, action: 'use_visit' },
    before: { status: 'assigned', assigned_agent_id: ravi.user.id },
    after: { ...taken, visit_id: id },
  });
  expect(JSON.stringify(audit)).not.toContain('Asha was there first');
  expect(await auditOf(db, 'verification', verification_id)).toMatchObject([
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
  const found = { outcome: 'shifted', overall_observation: 'negative' };
  expect(await verificationsOf(applicant.id)).toMatchObject([
    { id: first?.id, admin_decision: 'positive' },
    { visit_id: id, admin_decision: 'pending', ...found },
  ]);
  const taken = { status: 'visited', assigned_agent_id: asha.user.id };
  expect(await applicantRow(applicant.id)).toMatchObject(taken);
});

// Covers: held-visits-3
test('using the visit of a deleted applicant restores it, unless it was uploaded again', async () => {
  const { id, applicant } = await ofDeleted();
  expect((await settle(id, 'use')).status).toBe(200);
  expect(await applicantRow(applicant.id)).toMatchObject({ deleted_at: null, status: 'visited' });
  expect(await lastAudit(applicant.id)).toMatchObject({
    action: 'use_visit',
    before: { deleted_at: expect.any(String) },
    after: { deleted_at: null },
  });

  const taken = await ofDeleted();
  const { application_id, applicant_name } = taken.applicant;
  await addApplicant(db, { application_id });
  const detail = `${applicant_name} was deleted, and application ${application_id} has been uploaded again since. Set this visit aside, or delete the newer record first.`;
  const refused = { status: 409, body: { code: 'contact_point_taken', detail } };
  expect(await settle(taken.id, 'use')).toMatchObject(refused);
  expect((await applicantRow(taken.applicant.id)).deleted_at).not.toBeNull();
  expect((await listHeld()).map((visit) => visit.id)).toContain(taken.id);
});

test('a held attempt that is used restores its applicant and leaves the task open', async () => {
  const { id: applicantId } = await assigned();
  await changeRows(db, 'applicants', { id: applicantId }, { deleted_at: new Date() });
  const { id } = await locked(applicantId);
  expect(await settle(id, 'use')).toMatchObject({ status: 200, body: { verification_id: null } });
  expect(await verificationsOf(applicantId)).toEqual([]);
  expect(await applicantRow(applicantId)).toMatchObject({ deleted_at: null, status: 'assigned' });
});

test('a restored applicant whose agent has left waits for another agent', async () => {
  const gone = await signIn(server, 'agent');
  const { id: applicantId } = await assigned(gone);
  const boss = await signIn(server, 'superadmin');
  expect((await boss.delete(`applicants/${applicantId}/`)).statusCode).toBe(200);
  const { id } = await locked(applicantId, gone);
  expect((await boss.delete(`users/${gone.user.id}/`)).statusCode).toBe(200);
  expect((await settle(id, 'use')).status).toBe(200);
  const left = { status: 'pending', assigned_agent_id: null, deleted_at: null };
  expect(await applicantRow(applicantId)).toMatchObject(left);
  const before = { status: 'assigned', assigned_agent_id: gone.user.id };
  expect(await lastAudit(applicantId)).toMatchObject({ action: 'use_visit', before, after: left });
});

// Covers: held-visits-4
test('a visit is set aside with a note, and stays visible with its applicant', async () => {
  const { id, applicant } = await second();
  expect((await settle(id, 'set-aside', '  ')).body).toMatchObject({
    errors: { note: ['Write why the visit is set aside.'] },
  });
  expect((await settle(id, 'set-aside', 'Aadhaar 2345 6789 0124')).status).toBe(400);
  expect(await settle(id, 'set-aside', 'Same findings')).toEqual({
    ...{ status: 200, body: { success: true, message: 'The visit was set aside.' } },
  });
  expect(await verificationsOf(applicant.id)).toHaveLength(1);
  expect(await visitsOf(applicant.id)).toMatchObject([
    { id, standing: 'set_aside', resolved_by: 'Meera Rao', resolution_note: 'Same findings' },
    { standing: 'counted', agent: 'Ravi Kumar' },
  ]);
  const rows = await auditOf(db, 'applicant', applicant.id);
  expect(rows.at(-1)).toMatchObject({ action: 'set_visit_aside', after: { visit_id: id } });
  expect((await settle(id, 'set-aside', 'Again')).status).toBe(200);
  expect(await auditOf(db, 'applicant', applicant.id)).toEqual(rows);
});

// Covers: held-visits-5
test('a visit is settled once: a repeated request changes nothing, another admin learns who settled it', async () => {
  const { id, applicant } = await late();
  const first = await settle(id, 'use');
  const rows = await auditOf(db, 'applicant', applicant.id);
  expect(await settle(id, 'use')).toEqual(first);
  expect(await settle(id, 'use', '', other)).toMatchObject({
    status: 409,
    body: { code: 'already_settled', detail: 'Meera Rao already used this visit.' },
  });
  expect((await settle(id, 'set-aside')).body.detail).toBe('You already used this visit.');
  expect(await auditOf(db, 'applicant', applicant.id)).toEqual(rows);
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
  const { id } = await assigned();
  await locked(id);
  const answer = await admin.delete(`applicants/${id}/`);
  expect(answer.statusCode).toBe(409);
  const detail = 'This applicant was visited and cannot be deleted.';
  expect(answer.json()).toMatchObject({ code: 'has_visit', detail });
  expect((await applicantRow(id)).deleted_at).toBeNull();
});

// Covers: visits-shown-4
test('the office sees which photos were not taken and why the place is inaccurate', async () => {
  const applicant_id = (await assigned()).id;
  const skipped = { shows: 'nameplate' as const, reason: 'refused' as const };
  // A phone may send characters that the database rejects.
  const place_reason = ' Under a metal roof\u0000 ';
  const attempt = attemptOf({ applicant_id, place_reason, photos_skipped: [skipped] });
  await sendPhoneVisit(server, asha, unsignedVisit(attempt));
  await sendPhoneVisit(server, asha, unsignedVisit(attemptOf({ applicant_id })));
  const [without, seen] = await visitsOf(applicant_id);
  expect(seen).toMatchObject({ id: attempt.visit_id, photos_skipped: [skipped] });
  expect(seen?.place_reason).toBe('Under a metal roof\u0000');
  expect(without).not.toHaveProperty('place_reason');
});

test('listing visits reads no large manifest', async () => {
  const applicant_id = (await assigned()).id;
  for (const size of [65_536, 65_537]) {
    const sentVisit = unsignedVisit(attemptOf({ applicant_id, place_reason: 'A metal roof' }));
    const manifest = sentVisit.manifest.padEnd(size);
    expect((await sendPhoneVisit(server, asha, { ...sentVisit, manifest })).statusCode).toBe(200);
  }
  const read = await listVisitsOf(db, applicant_id);
  expect(read.map(({ manifest }) => manifest?.length)).toEqual([undefined, 65_536]);
  const [large, small] = await visitsOf(applicant_id);
  expect(small).toMatchObject({ place_reason: 'A metal roof' });
  expect(large).toMatchObject({ outcome: 'locked' });
  expect(large).not.toHaveProperty('place_reason');
});
