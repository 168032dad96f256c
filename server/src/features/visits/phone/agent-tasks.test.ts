import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { AgentTask } from '@doorstep/contract/visits/phone';
import { expect, test } from 'vitest';
import { serverLimits } from '../../../limits.ts';
import { addLenderRow, setDue } from '../../../testing/lenders.ts';
import { changeRows, readRow } from '../../../testing/rows.ts';
import { addApplicant, auditOf, signIn, startSharedApp } from '../../../testing/test-app.ts';
import {
  addPhoneVisit,
  attemptOf,
  manifestOf,
  newPhone,
  photoOf,
  sendManifest,
  sendPhoneFile,
} from '../../../testing/visits/phone-visit.ts';

const running = await startSharedApp();
const { db } = running;
const asha = await signIn(running, 'agent', { name: 'Asha Rane' });
const ravi = await signIn(running, 'agent', { name: 'Ravi Naik' });
const admin = await signIn(running, 'admin');

const assigned = (to = asha, more = {}) =>
  addApplicant(db, { assigned_agent_id: to.user.id, ...more });
const giveTo = (id: number, agent = ravi) =>
  admin.patch(`applicants/${id}/`, { assigned_agent_name: agent.user.name });
const send = (manifest: object, by = asha) => sendManifest(running, by, manifest);
const changes = async (known: string[] = [], by = asha) =>
  (await by.get(`agent/task-changes/?known=${known.join(',')}`)).json<{
    tasks: AgentTask[];
    gone: { applicant_id: number }[];
  }>();
const taskOf = async (id: number, known: string[] = []) =>
  (await changes(known)).tasks.find((task) => task.id === id);
const known = (task: AgentTask | undefined) => `${task?.id}-${task?.revision}`;
const giveBack = async (id: number, more: object = {}, by = asha) => {
  const body = { assignment_version: 0, reason: 'wrong_pin_code', note: 'It is 400051', ...more };
  const answer = await by.post(`agent/tasks/${id}/give-back/`, body);
  return { status: answer.statusCode, body: answer.json() };
};
const receipts = async (...ids: string[]) =>
  (await asha.get(`agent/receipts/?visits=${ids.join(',')}`)).json().receipts;
const act = async (visitId: string, action: string, body: object) => {
  const { id } = await readRow(db, 'verifications', { visit_id: visitId }, ['id']);
  const answer = await admin.post(`verification_tasks/${id}/${action}/`, body);
  expect(answer.statusCode).toBe(200);
};

// Covers: phone-12
test('a phone gets the new and changed tasks, and no others', async () => {
  const application_id = `SHARED-${randomUUID()}`;
  const { id } = await assigned(asha, { application_id });
  const first = await taskOf(id);
  expect(first).toMatchObject({
    ...{ assignment_version: 0, attempts: [], related: [], sent_back: null, due_at: null },
    revision: expect.stringMatching(/^[0-9a-f]{8}$/),
  });
  const all = (await changes()).tasks.map(known);
  expect(await changes(all)).toMatchObject({ tasks: [], gone: [] });
  expect(await taskOf(id, [`${id}-00000000`])).toEqual(first);

  const { visit_type } = await addApplicant(db, { application_id, visit_type: 'OFFICE' });
  const second = await taskOf(id);
  expect(second?.related).toMatchObject([{ visit_type }]);
  await send(attemptOf({ applicant_id: id }));
  const third = await taskOf(id);
  expect(third?.attempts).toMatchObject([
    // The phone's clock is a quarter of a second fast.
    { outcome: 'locked', by: 'Asha Rane', at: '2026-03-05T04:59:59.750Z' },
  ]);
  await changeRows(db, 'applicants', { id }, { message: 'Ring twice' });
  const fourth = await taskOf(id);
  const revisions = [first, second, third, fourth].map((task) => task?.revision);
  expect(new Set(revisions).size).toBe(4);
  expect((await changes([], ravi)).tasks).toEqual([]);
});

// Covers: clock-2
test('a phone gets the due time while the clock is running', async () => {
  const { ruleId } = await addLenderRow(db);
  const { id } = await assigned();
  const due = await setDue(db, id, ruleId);
  const first = await taskOf(id);
  expect(Date.parse(first?.due_at ?? '')).toBe(Date.parse(due));
  await changeRows(db, 'applicants', { id }, { paused_at: new Date().toISOString() });
  expect(await taskOf(id, [known(first)])).toMatchObject({ due_at: null });
});

// Covers: phone-20
test('a phone gets the rough area of a pin code, and the task again only if that changes', async () => {
  const pin_code = '411057';
  const { id } = await assigned(asha, { pin_code });
  expect(await taskOf(id)).toMatchObject({ usual_area: null });
  const learn = (latitude: number, p95_m: number) =>
    db
      .insertInto('learned_places')
      .values({ pin_code, latitude, longitude: 73.7612, visits: 20, p95_m })
      .onConflict((pin) => pin.column('pin_code').doUpdateSet({ latitude, p95_m }))
      .execute();
  await learn(18.5981, 1_730);
  const first = await taskOf(id);
  expect(first?.usual_area).toEqual({ latitude: 18.6, longitude: 73.76, radius_m: 2_000 });
  await learn(18.6022, 1_910);
  expect(await taskOf(id, [known(first)])).toBeUndefined();
  await learn(18.6022, 2_010);
  expect((await taskOf(id, [known(first)]))?.usual_area).toMatchObject({ radius_m: 2_500 });
});

// Covers: phone-12
test('a sent-back task shows what the office wants, until it is answered', async () => {
  const { id: visitId, applicantId: id } = await addPhoneVisit(running, asha);
  const wanted = { reasons: ['photo_unclear'], note: 'Too dark', photos_wanted: ['nameplate'] };
  await act(visitId, 'send-back', wanted);
  expect(await taskOf(id)).toMatchObject({ assignment_version: 1, sent_back: wanted });
  expect(await receipts(visitId)).toMatchObject([{ state: 'sent_back' }]);
  await send(manifestOf({ applicant_id: id, assignment_version: 1 }));
  expect(await taskOf(id)).toBeUndefined();
});

// Covers: phone-12
test('a phone learns why a task is gone and who has it, but only of its own tasks', async () => {
  const [moved, done, deleted, back, unassigned] = (await Promise.all(
    Array.from({ length: 5 }, async () => (await assigned()).id),
  )) as [number, number, number, number, number];
  const theirs = (await assigned(ravi)).id;
  await giveTo(moved);
  await giveTo(done);
  await send(manifestOf({ applicant_id: done }), ravi);
  const mine = (await addPhoneVisit(running, asha)).applicantId;
  await admin.delete(`applicants/${deleted}/`);
  await giveBack(back);
  await admin.post('applicants/assign/', { ids: [unassigned], plan: [{ agent_id: null }] });
  const { id: lastVisit, applicantId: decided } = await addPhoneVisit(running, asha);
  await act(lastVisit, 'admin-decision', { decision: 'positive' });

  const ids = [moved, done, mine, deleted, back, unassigned, decided, theirs];
  const { tasks, gone } = await changes(ids.map((id) => `${id}-00000000`));
  expect(tasks.filter(({ id }) => ids.includes(id))).toEqual([]);
  const at = expect.any(String);
  expect(gone).toMatchObject([
    { applicant_id: moved, because: 'reassigned', by: 'Ravi Naik', at },
    { applicant_id: done, because: 'visited', by: 'Ravi Naik' },
    { applicant_id: mine, because: 'visited', by: null },
    { applicant_id: deleted, because: 'deleted' },
    { applicant_id: back, because: 'given_back' },
    { applicant_id: unassigned, because: 'reassigned', by: null, at },
    { applicant_id: decided, because: 'closed' },
    { applicant_id: theirs, because: 'closed', at: null, by: null },
  ]);
});

// Covers: phone-13
test('a receipt follows its visit, after all photos have arrived', async () => {
  const [photo, bytes] = await photoOf('teal');
  const { id: visitId, applicantId } = await addPhoneVisit(running, asha, [photo]);
  expect(await receipts(visitId)).toMatchObject([{ state: 'waiting_photos', held_because: null }]);
  await sendPhoneFile(running, asha, { visitId, sha256: photo.sha256, bytes });
  expect(await receipts(visitId)).toMatchObject([{ state: 'received', at: expect.any(String) }]);
  await act(visitId, 'admin-decision', { decision: 'negative' });
  expect(await receipts(visitId)).toMatchObject([{ state: 'decided' }]);

  await giveTo(applicantId);
  await send(manifestOf({ applicant_id: applicantId, assignment_version: 1 }), ravi);
  const late = manifestOf({ applicant_id: applicantId });
  const withPhoto = manifestOf({ applicant_id: applicantId, photos: [photo] });
  await send(late);
  await send(withPhoto);
  const held = { held_because: 'already_visited', colleague: 'Ravi Naik' };
  expect(await receipts(late.visit_id, withPhoto.visit_id)).toMatchObject([
    { visit_id: late.visit_id, state: 'held', ...held },
    { visit_id: withPhoto.visit_id, state: 'waiting_photos', ...held },
  ]);
  await admin.post(`held-visits/${late.visit_id}/set-aside/`, { note: 'Ravi was first' });
  expect(await receipts(late.visit_id)).toMatchObject([{ state: 'set_aside' }]);
});

// Covers: phone-13
test('a visit after one of the agent’s own other phone names no colleague', async () => {
  const { applicantId } = await addPhoneVisit(running, asha);
  const second = manifestOf({ applicant_id: applicantId });
  await send(second);
  expect(await receipts(second.visit_id)).toMatchObject([
    { state: 'held', held_because: 'already_visited', colleague: null },
  ]);
});

// Covers: phone-13
test('a phone gets no receipts for visits of others, or unknown ones', async () => {
  const { id } = await addPhoneVisit(running, ravi);
  const none = randomUUID();
  const unknown = { state: 'unknown', held_because: null, colleague: null, at: null };
  expect(await receipts(id, none)).toEqual([
    { visit_id: id, ...unknown },
    { visit_id: none, ...unknown },
  ]);
});

// Covers: phone-14
test('a task is given back once, with its reason', async () => {
  const { id } = await assigned();
  for (const _ of ['first', 'again']) expect((await giveBack(id)).status).toBe(200);
  expect(await readRow(db, 'applicants', { id }, ['status', 'assigned_agent_id'])).toEqual({
    ...{ status: 'pending', assigned_agent_id: null },
  });
  expect(await auditOf(db, 'applicant', id)).toMatchObject([
    {
      ...{ action: 'give_back', actor_id: asha.user.id },
      before: { assigned_agent_id: asha.user.id, status: 'assigned' },
      after: { status: 'pending', reason: 'wrong_pin_code' },
    },
  ]);
});

// Covers: threat-24
test('a note may end in half an emoji, if a phone cut it', async () => {
  const { id } = await assigned();
  expect((await giveBack(id, { note: 'Closed \ud83d' })).status).toBe(200);
  expect(await auditOf(db, 'applicant', id)).toMatchObject([{ after: { note: 'Closed \ufffd' } }]);
});

// Covers: phone-14
test('an assignment that has changed can’t be given back', async () => {
  const { id } = await assigned();
  const refused = { status: 409, body: { code: 'already_reassigned' } };
  expect(await giveBack(id, { assignment_version: 3 })).toMatchObject(refused);
  await giveTo(id);
  const version = { assignment_version: 1 };
  expect(await giveBack(id)).toMatchObject(refused);
  expect(await giveBack(id, version)).toMatchObject(refused);
  expect(await giveBack(id, version, ravi)).toMatchObject({ status: 200 });
  // Ravi gave this assignment back, so a request of the previous agent is rejected.
  expect(await giveBack(id, version)).toMatchObject(refused);
});

// Covers: assigning-8
test('while it is unassigned, the office sees who gave a task back last and why; agents don’t', async () => {
  const { id } = await assigned();
  const record = async () => (await admin.get(`applicants/${id}/`)).json();
  expect(await record()).not.toHaveProperty('given_back');
  await giveBack(id);
  const byAsha = { by: 'Asha Rane', reason: 'wrong_pin_code', note: 'It is 400051' };
  expect(await record()).toMatchObject({
    status: 'pending',
    given_back: { ...byAsha, at: expect.stringMatching(/^\d{4}-.*Z$/) },
  });

  await giveTo(id);
  expect(await record()).not.toHaveProperty('given_back');
  for (const own of ['agent/tasks/', 'agent/task-changes/']) {
    const { body } = await ravi.get(own);
    expect(body).toContain(`"id":${id},`);
    expect(body).not.toContain('400051');
  }
  await admin.post('applicants/assign/undo/', { ids: [id] });
  expect(await record()).toMatchObject({ status: 'pending', given_back: byAsha });

  await giveTo(id);
  await giveBack(id, { assignment_version: 4, reason: 'on_leave', note: undefined }, ravi);
  expect(await record()).toMatchObject({
    given_back: { by: 'Ravi Naik', reason: 'on_leave', note: '' },
  });
});

// Covers: phone-15
test('if an agent has too many phones, the oldest is revoked', async () => {
  const phones = Array.from(
    { length: serverLimits.devicesPerAgent + 1 },
    () => newPhone().registration,
  );
  const register = async (phone: object | undefined, by = ravi) => {
    const answer = await by.post('agent/devices/', phone);
    return { status: answer.statusCode, body: answer.json() };
  };
  for (const phone of phones) expect((await register(phone)).status).toBe(201);
  const open = async () => {
    const rows = db.selectFrom('devices').select('id').where('agent_id', '=', ravi.user.id);
    const valid = await rows.where('revoked_at', 'is', null).orderBy('created_at').execute();
    return valid.map(({ id }) => id);
  };
  const ids = phones.map(({ device_id }) => device_id);
  expect(await open()).toEqual(ids.slice(1));
  const audit = await auditOf(db, 'user', ravi.user.id);
  expect(audit.at(-1)).toMatchObject({ after: { revoked: ids.slice(0, 1) } });
  const [first, second] = phones;
  expect((await register(first)).status).toBe(201);
  expect(await open()).toEqual([...ids.slice(2), ids[0]]);

  const taken = { status: 409, body: { code: 'device_id_taken' } };
  const { public_key: anotherKey } = newPhone().registration;
  expect(await register({ ...second, public_key: anotherKey })).toMatchObject(taken);
  expect(await register(second, asha)).toMatchObject(taken);
  const other = generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).publicKey;
  const public_key = other.export({ format: 'der', type: 'spki' }).toString('base64');
  expect(await register({ ...newPhone().registration, public_key })).toMatchObject({
    ...{ status: 400, body: { errors: { public_key: [expect.any(String)] } } },
  });
});
