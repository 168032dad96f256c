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
  photoOf,
  sendPhoneVisit,
  unsignedVisit,
} from '../../../testing/visits/phone-visit.ts';

const running = await startSharedApp();
const asha = await signIn(running, 'agent', { name: 'Asha Rane' });
const ravi = await signIn(running, 'agent', { name: 'Ravi Naik' });
const admin = await signIn(running, 'admin');

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const ask = async (method: Method, url: string, payload?: object, by = asha) => {
  const headers = { authorization: by?.headers.authorization ?? '' };
  const answer = await running.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
};
const assigned = (to = asha, more = {}) =>
  addApplicant(running.db, { assigned_agent_id: to.user.id, ...more });
const giveTo = (id: number, agent = ravi) =>
  ask('PATCH', `/api/v1/applicants/${id}/`, { assigned_agent_name: agent?.user.name }, admin);
const send = (manifest: object, by = asha) => sendPhoneVisit(running, by, unsignedVisit(manifest));
const changes = async (known: string[] = [], by = asha) => {
  const { body } = await ask(
    'GET',
    `/api/v1/agent/task-changes/?known=${known.join(',')}`,
    undefined,
    by,
  );
  return body as { tasks: AgentTask[]; gone: { applicant_id: number }[]; server_time: string };
};
const taskOf = async (id: number) => (await changes()).tasks.find((task) => task.id === id);
const known = (task: AgentTask | undefined) => `${task?.id}-${task?.revision}`;
const giveBack = (id: number, assignment_version: number, by = asha) =>
  ask(
    'POST',
    `/api/v1/agent/tasks/${id}/give-back/`,
    { assignment_version, reason: 'wrong_pin_code', note: 'It is 400051' },
    by,
  );
const receipts = async (...ids: string[]) =>
  (await ask('GET', `/api/v1/agent/receipts/?visits=${ids.join(',')}`)).body.receipts;
const verificationOf = async (visitId: string) =>
  (await readRow(running.db, 'verifications', { visit_id: visitId }, ['id'])).id;

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
  expect((await changes([`${id}-00000000`])).tasks.map((task) => task.id)).toContain(id);

  const { visit_type } = await addApplicant(running.db, { application_id, visit_type: 'OFFICE' });
  const second = await taskOf(id);
  expect(second?.related).toMatchObject([{ visit_type }]);
  await send(attemptOf({ applicant_id: id }));
  const third = await taskOf(id);
  expect(third?.attempts).toMatchObject([
    // The phone's clock is a quarter of a second fast.
    { outcome: 'locked', by: 'Asha Rane', at: '2026-03-05T04:59:59.750Z' },
  ]);
  await changeRows(running.db, 'applicants', { id }, { message: 'Ring twice' });
  const fourth = await taskOf(id);
  const revisions = [first, second, third, fourth].map((task) => task?.revision);
  expect(new Set(revisions).size).toBe(4);
  expect((await changes([], ravi)).tasks).toEqual([]);
});

// Covers: clock-2
test('a phone gets the due time while the clock is running', async () => {
  const { ruleId } = await addLenderRow(running.db);
  const { id } = await assigned();
  const due = await setDue(running.db, id, ruleId);
  const first = await taskOf(id);
  expect(Date.parse(first?.due_at ?? '')).toBe(Date.parse(due));
  await changeRows(running.db, 'applicants', { id }, { paused_at: new Date().toISOString() });
  const paused = await changes([known(first)]);
  expect(paused.tasks.find((task) => task.id === id)).toMatchObject({ due_at: null });
});

// Covers: phone-20
test('a phone gets the rough area of a pin code, and the task again only if that changes', async () => {
  const pin_code = '411057';
  const { id } = await assigned(asha, { pin_code });
  expect(await taskOf(id)).toMatchObject({ usual_area: null });
  const learn = (latitude: number, p95_m: number) =>
    running.db
      .insertInto('learned_places')
      .values({ pin_code, latitude, longitude: 73.7612, visits: 20, p95_m })
      .onConflict((pin) => pin.column('pin_code').doUpdateSet({ latitude, p95_m }))
      .execute();
  await learn(18.5981, 1_730);
  const first = await taskOf(id);
  expect(first?.usual_area).toEqual({ latitude: 18.6, longitude: 73.76, radius_m: 2_000 });
  await learn(18.6022, 1_910);
  expect((await changes([known(first)])).tasks.map((task) => task.id)).not.toContain(id);
  await learn(18.6022, 2_010);
  const second = (await changes([known(first)])).tasks.find((task) => task.id === id);
  expect(second?.usual_area).toMatchObject({ radius_m: 2_500 });
});

// Covers: phone-12
test('a sent-back task shows what the office wants, until it is answered', async () => {
  const { id } = await assigned();
  const visit = manifestOf({ applicant_id: id });
  await send(visit);
  const verification = await verificationOf(visit.visit_id);
  const wanted = { reasons: ['photo_unclear'], note: 'Too dark', photos_wanted: ['nameplate'] };
  const back = await ask(
    'POST',
    `/api/v1/verification_tasks/${verification}/send-back/`,
    wanted,
    admin,
  );
  expect(back.status).toBe(200);
  const task = await taskOf(id);
  expect(task).toMatchObject({ assignment_version: 1, sent_back: wanted });
  expect(await receipts(visit.visit_id)).toMatchObject([{ state: 'sent_back' }]);
  await send(manifestOf({ applicant_id: id, assignment_version: 1 }));
  expect(await taskOf(id)).toBeUndefined();
});

// Covers: phone-12
test('a phone learns why a task is gone and who has it, but only of its own tasks', async () => {
  const [moved, done, mine, deleted, back, decided] = await Promise.all(
    Array.from({ length: 6 }, () => assigned()),
  );
  const theirs = await assigned(ravi);
  const ids = [moved, done, mine, deleted, back, decided, theirs].map((row) => row?.id as number);
  await giveTo(ids[0] as number);
  await giveTo(ids[1] as number);
  await send(manifestOf({ applicant_id: ids[1] as number }), ravi);
  await send(manifestOf({ applicant_id: ids[2] as number }));
  await ask('DELETE', `/api/v1/applicants/${ids[3]}/`, undefined, admin);
  await giveBack(ids[4] as number, 0);
  const last = manifestOf({ applicant_id: ids[5] as number });
  await send(last);
  const decision = `/api/v1/verification_tasks/${await verificationOf(last.visit_id)}/admin-decision/`;
  await ask('POST', decision, { decision: 'positive' }, admin);

  const { tasks, gone } = await changes(ids.map((id) => `${id}-00000000`));
  expect(tasks.filter(({ id }) => ids.includes(id))).toEqual([]);
  expect(gone).toMatchObject([
    { applicant_id: ids[0], because: 'reassigned', by: 'Ravi Naik', at: expect.any(String) },
    { applicant_id: ids[1], because: 'visited', by: 'Ravi Naik' },
    { applicant_id: ids[2], because: 'visited', by: null },
    { applicant_id: ids[3], because: 'deleted' },
    { applicant_id: ids[4], because: 'given_back' },
    { applicant_id: ids[5], because: 'closed' },
    { applicant_id: ids[6], because: 'closed', at: null, by: null },
  ]);
});

// Covers: phone-12
test('a phone learns that the office took a task back', async () => {
  const { id } = await assigned();
  await ask('POST', '/api/v1/applicants/assign/', { ids: [id], plan: [{ agent_id: null }] }, admin);
  const { gone } = await changes([`${id}-00000000`]);
  expect(gone).toMatchObject([
    { applicant_id: id, because: 'reassigned', by: null, at: expect.any(String) },
  ]);
});

// Covers: phone-13
test('a receipt follows its visit, after all photos have arrived', async () => {
  const [photo, body] = await photoOf('teal');
  const { id: visitId, applicantId } = await addPhoneVisit(running, asha, [photo]);
  expect(await receipts(visitId)).toMatchObject([{ state: 'waiting_photos', held_because: null }]);
  await running.app.inject({
    method: 'PUT',
    url: `/api/v1/agent/visits/${visitId}/photos/${photo.sha256}/`,
    headers: { ...asha.headers, 'content-type': 'image/jpeg' },
    payload: body,
  });
  expect(await receipts(visitId)).toMatchObject([{ state: 'received', at: expect.any(String) }]);
  const path = `/api/v1/verification_tasks/${await verificationOf(visitId)}`;
  await ask('POST', `${path}/admin-decision/`, { decision: 'negative' }, admin);
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
  const note = { note: 'Ravi was first' };
  await ask('POST', `/api/v1/held-visits/${late.visit_id}/set-aside/`, note, admin);
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
  const done = { status: 200, body: { success: true } };
  expect(await giveBack(id, 0)).toMatchObject(done);
  expect(await giveBack(id, 0)).toMatchObject(done);
  const { status, assigned_agent_id } = await readRow(running.db, 'applicants', { id }, [
    'status',
    'assigned_agent_id',
  ]);
  expect([status, assigned_agent_id]).toEqual(['pending', null]);
  expect(await auditOf(running.db, 'applicant', id)).toMatchObject([
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
  const note = { assignment_version: 0, reason: 'other', note: 'Closed \ud83d' };
  expect(await ask('POST', `/api/v1/agent/tasks/${id}/give-back/`, note)).toMatchObject({
    status: 200,
  });
  expect(await auditOf(running.db, 'applicant', id)).toMatchObject([
    { after: { note: 'Closed \ufffd' } },
  ]);
});

// Covers: phone-14
test('an assignment that has changed can’t be given back', async () => {
  const { id } = await assigned();
  const refused = { status: 409, body: { code: 'already_reassigned' } };
  expect(await giveBack(id, 3)).toMatchObject(refused);
  await giveTo(id);
  expect(await giveBack(id, 0)).toMatchObject(refused);
  expect(await giveBack(id, 1)).toMatchObject(refused);
  expect(await giveBack((await assigned(ravi)).id, 0)).toMatchObject({ status: 404 });
  expect(await giveBack(id, 1, ravi)).toMatchObject({ status: 200 });
  // Ravi gave this assignment back, so a request of the previous agent is rejected.
  expect(await giveBack(id, 1)).toMatchObject(refused);
});

// Covers: assigning-8
test('while it is unassigned, the office sees who gave a task back last and why; agents don’t', async () => {
  const { id } = await assigned();
  const path = `/api/v1/applicants/${id}/`;
  const record = async () => (await ask('GET', path, undefined, admin)).body;
  expect(await record()).not.toHaveProperty('given_back');
  await giveBack(id, 0);
  const byAsha = { by: 'Asha Rane', reason: 'wrong_pin_code', note: 'It is 400051' };
  expect(await record()).toMatchObject({
    status: 'pending',
    given_back: { ...byAsha, at: expect.stringMatching(/^\d{4}-.*Z$/) },
  });
  expect((await ask('GET', path)).status).toBe(403);

  await giveTo(id);
  expect(await record()).not.toHaveProperty('given_back');
  for (const own of ['/api/v1/agent/tasks/', '/api/v1/agent/task-changes/']) {
    const { body } = await ask('GET', own, undefined, ravi);
    expect(JSON.stringify(body)).toContain(`"id":${id},`);
    expect(JSON.stringify(body)).not.toContain('400051');
  }
  await ask('POST', '/api/v1/applicants/assign/undo/', { ids: [id] }, admin);
  expect(await record()).toMatchObject({ status: 'pending', given_back: byAsha });

  await giveTo(id);
  const leave = { assignment_version: 4, reason: 'on_leave' };
  await ask('POST', `/api/v1/agent/tasks/${id}/give-back/`, leave, ravi);
  expect(await record()).toMatchObject({
    given_back: { by: 'Ravi Naik', reason: 'on_leave', note: '' },
  });
});

// Covers: phone-15
test('if an agent has too many phones, the oldest is revoked', async () => {
  const keyOf = () =>
    generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
      .publicKey.export({ format: 'der', type: 'spki' })
      .toString('base64');
  const phones = Array.from({ length: serverLimits.devicesPerAgent + 1 }, (_, at) => ({
    ...{ device_id: randomUUID(), public_key: keyOf(), label: `Phone ${at}` },
  }));
  const register = (phone: object, by = ravi) => ask('POST', '/api/v1/agent/devices/', phone, by);
  for (const phone of phones) expect((await register(phone)).status).toBe(201);
  const open = async () =>
    (
      await running.db
        .selectFrom('devices')
        .select('id')
        .where('agent_id', '=', ravi.user.id)
        .where('revoked_at', 'is', null)
        .orderBy('created_at')
        .execute()
    ).map(({ id }) => id);
  const ids = phones.map(({ device_id }) => device_id);
  expect(await open()).toEqual(ids.slice(1));
  const [first, second] = phones;
  expect((await register(first as object)).status).toBe(201);
  expect(await open()).toEqual([...ids.slice(2), ids[0]]);

  const taken = { status: 409, body: { code: 'device_id_taken' } };
  expect(await register({ ...second, public_key: keyOf() })).toMatchObject(taken);
  expect(await register(second as object, asha)).toMatchObject(taken);
  const other = generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).publicKey;
  const public_key = other.export({ format: 'der', type: 'spki' }).toString('base64');
  expect(await register({ device_id: randomUUID(), public_key, label: 'x' })).toMatchObject({
    ...{ status: 400, body: { errors: { public_key: [expect.any(String)] } } },
  });
});
