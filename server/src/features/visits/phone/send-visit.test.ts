import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { changeRows, readRow, readRows } from '../../../testing/rows.ts';
import { submit } from '../../../testing/submission.ts';
import { addApplicant, auditOf, signIn, startSharedApp } from '../../../testing/test-app.ts';
import {
  attemptOf,
  encryptTo,
  manifestOf,
  newPhone,
  photoOf,
  sendManifest,
  sendPhoneVisit,
  unsignedVisit,
} from '../../../testing/visits/phone-visit.ts';
import { verificationsOf } from '../../../testing/visits/recorded-visit.ts';

const running = await startSharedApp();
const { db } = running;
const asha = await signIn(running, 'agent');
const ravi = await signIn(running, 'agent');
const admin = await signIn(running, 'admin');

const assigned = (to = asha) => addApplicant(db, { assigned_agent_id: to.user.id });
const send = (manifest: object, by = asha) => sendManifest(running, by, manifest);
const giveTo = async (id: number, agent = ravi) => {
  const to = { assigned_agent_name: agent.user.name };
  expect((await admin.patch(`applicants/${id}/`, to)).statusCode).toBe(200);
};
const applicantRow = (id: number) =>
  readRow(db, 'applicants', { id }, ['status', 'assigned_agent_id']);
const visitsOf = (applicant_id: number) => readRows(db, 'visits', { applicant_id });
const orderAgain = (id: number) => changeRows(db, 'applicants', { id }, { status: 'assigned' });

const received = { body: { state: 'received' } };
const held = (because: string) => ({
  status: 200,
  body: { state: 'held', held_because: because },
});
const taken = { status: 409, body: { code: 'visit_id_taken' } };

// Covers: phone-1
test('a final visit becomes the verification, with the agent’s words, and the audit contains none of them', async () => {
  const { id } = await assigned();
  const [photo] = await photoOf('red');
  const result = { outcome: 'shifted', overall_observation: 'negative' } as const;
  const manifest = manifestOf({ ...result, applicant_id: id, photos: [photo] });
  const { visit_id } = manifest;
  expect(await send(manifest)).toEqual({
    status: 200,
    body: { visit_id, state: 'waiting_photos', missing: [photo.sha256], held_because: null },
  });
  expect((await applicantRow(id)).status).toBe('visited');
  const [visit, ...more] = await visitsOf(id);
  expect(more).toEqual([]);
  expect(visit).toMatchObject({ standing: 'counted', facts: { addressConfirmed: 'Yes' } });
  expect(visit?.manifest?.toString()).toBe(JSON.stringify(manifest));
  const verifications = await verificationsOf(db, id);
  expect(verifications).toMatchObject([
    {
      ...{ ...result, visit_id, idempotency_key: visit_id, latitude: 19.08 },
      ...{ photos_expected: 1, image_count: 0, remark: 'Met at home' },
    },
  ]);
  const audits = [
    ...(await auditOf(db, 'verification', verifications[0]?.id ?? 0)),
    ...(await auditOf(db, 'applicant', id)),
  ];
  const actor_id = asha.user.id;
  expect(audits).toMatchObject([
    { action: 'create', actor_id },
    { action: 'visit', actor_id },
  ]);
  expect(JSON.stringify(audits)).not.toMatch(/Sunita|Met at home|addressConfirmed/);
});

// Covers: field-app-30
test('a visit begun on the way has the place and the arrival at the door, in the record and for the office', async () => {
  const { id } = await assigned();
  const early = {
    ...{ latitude: 18.4, longitude: 73.8, accuracy_m: 6 },
    ...{ at: '2026-03-05T09:00:05+05:30', mono_ms: 5_000 },
  };
  const manifest = manifestOf({ applicant_id: id });
  const fixes = [early, ...manifest.fixes];
  await send({ ...manifest, begun_at: '2026-03-05T09:00:00+05:30', fixes });
  expect(await verificationsOf(db, id)).toMatchObject([{ latitude: 19.08 }]);
  expect((await admin.get(`applicants/${id}/visits/`)).json().results).toMatchObject([
    { latitude: 19.08, accuracy_m: 12, arrived_at: '2026-03-05T04:59:59.750Z' },
  ]);
  const [stored] = await visitsOf(id);
  expect(new Date(stored?.begun_at ?? 0).toISOString()).toBe('2026-03-05T03:30:00.000Z');
  expect(stored?.fixes).toHaveLength(2);
});

// Covers: facts-7
test('the person met is a fact of a residence visit, which is in no search and no audit', async () => {
  const { id } = await assigned();
  const facts = { person_met: 'Zubeda Quraishi', relationWithApp: 'Spouse' };
  await send(manifestOf({ applicant_id: id, facts }));
  const [verification] = await verificationsOf(db, id);
  const shown = await admin.get(`verification_tasks/${verification?.id}/`);
  expect(shown.json()).toMatchObject({ facts });
  for (const list of [
    'verification_tasks/?search=Zubeda',
    'applicants/?search=Zubeda&search_fields=application_id,applicant_name',
  ]) {
    expect([list, (await admin.get(list)).json().count]).toEqual([list, 0]);
  }
  expect(JSON.stringify(await readRows(db, 'audit', {}))).not.toContain('Zubeda');
  const person_met = '2345 6789 0124';
  const refused = await send(manifestOf({ applicant_id: id, facts: { person_met } }));
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).not.toContain('6789');
});

// Covers: phone-2
test('an attempt is stored and leaves the applicant assigned, whoever has it now', async () => {
  const { id } = await assigned();
  expect(await send(attemptOf({ applicant_id: id }))).toMatchObject({
    ...{ status: 200, body: { state: 'received', held_because: null } },
  });
  await giveTo(id);
  await send(attemptOf({ applicant_id: id }));
  expect(await applicantRow(id)).toEqual({ status: 'assigned', assigned_agent_id: ravi.user.id });
  expect(await verificationsOf(db, id)).toEqual([]);
  const attempt = { standing: 'counted', is_final: false };
  expect(await visitsOf(id)).toMatchObject([attempt, attempt]);
  const actions = (await auditOf(db, 'applicant', id)).map(({ action }) => action);
  expect(actions).toEqual(['attempt', 'assign', 'attempt']);
});

// Covers: phone-3
test('the same visit again gets the same answer; other contents under its id are a 409', async () => {
  const { id } = await assigned();
  const manifest = manifestOf({ applicant_id: id });
  const answers = await Promise.all([1, 2, 3].map(() => send(manifest)));
  expect(answers[0]?.status).toBe(200);
  expect(answers).toEqual([answers[0], answers[0], answers[0]]);
  expect(await verificationsOf(db, id)).toHaveLength(1);

  expect(await send({ ...manifest, outcome: 'locked' })).toMatchObject(taken);
  const other = await assigned();
  expect(await send({ ...manifest, applicant_id: other.id })).toMatchObject(taken);
  await giveTo(id);
  expect(await send(manifest, ravi)).toMatchObject(taken);
  expect(await visitsOf(other.id)).toEqual([]);
});

test('one id for two applicants at the same time is one visit', async () => {
  for (let round = 0; round < 5; round += 1) {
    const visit_id = randomUUID();
    const both = [await assigned(), await assigned()];
    const answers = await Promise.all(
      both.map(({ id }) => send(manifestOf({ applicant_id: id, visit_id }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  }
});

test('an id that was the key of a submission is taken', async () => {
  const [first, second, key] = [await assigned(), await assigned(), randomUUID()];
  const { application_id } = first;
  expect((await submit(running, asha, { application_id, key })).statusCode).toBe(201);
  const visit = manifestOf({ applicant_id: second.id, visit_id: key });
  expect(await send(visit)).toMatchObject(taken);
});

// Covers: phone-4
test('a visit after a reassignment is held, and the colleague keeps the task', async () => {
  const { id } = await assigned();
  await giveTo(id);
  const manifest = manifestOf({ applicant_id: id });
  for (const _ of ['first', 'again']) {
    expect(await send(manifest)).toMatchObject(held('reassigned'));
  }
  expect(await applicantRow(id)).toEqual({ status: 'assigned', assigned_agent_id: ravi.user.id });
  expect(await verificationsOf(db, id)).toEqual([]);
  expect(await visitsOf(id)).toMatchObject([{ standing: 'held', held_because: 'reassigned' }]);
  expect((await auditOf(db, 'applicant', id)).at(-1)).toMatchObject({
    ...{ action: 'held_visit', actor_id: asha.user.id },
    after: { visit_id: manifest.visit_id, held_because: 'reassigned' },
  });
});

test('a visit to an applicant that is no longer assigned is held', async () => {
  const { id } = await assigned();
  await changeRows(db, 'applicants', { id }, { status: 'pending', assigned_agent_id: null });
  expect(await send(manifestOf({ applicant_id: id }))).toMatchObject(held('reassigned'));
});

// Covers: phone-5
test('after a new order only a visit made for it counts', async () => {
  const { id } = await assigned();
  await send(manifestOf({ applicant_id: id }));
  await orderAgain(id);
  expect(await send(manifestOf({ applicant_id: id }))).toMatchObject(held('already_visited'));
  const answer = manifestOf({ applicant_id: id, assignment_version: 1 });
  expect(await send(answer)).toMatchObject(received);
  expect(await verificationsOf(db, id)).toHaveLength(2);
});

test('after a reassignment and back without a visit in between, the older assignment still counts', async () => {
  const { id } = await assigned();
  await giveTo(id);
  await giveTo(id, asha);
  expect(await send(manifestOf({ applicant_id: id }))).toMatchObject(received);
});

// Covers: phone-6, threat-36
test('a signature is checked with the phone’s key; an unknown phone is no reason to reject', async () => {
  const { registration, signed } = newPhone();
  const { device_id } = registration;
  for (const _ of ['first', 'again']) {
    expect((await asha.post('agent/devices/', registration)).statusCode).toBe(201);
  }
  const deviceOf = async (id: number) => (await visitsOf(id)).map((visit) => visit.device_id);
  const { id } = await assigned();
  const manifest = manifestOf({ applicant_id: id });
  const refused = await sendPhoneVisit(running, asha, signed(manifest, 'other words'));
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'bad_signature']);
  expect(await deviceOf(id)).toEqual([]);
  expect((await sendPhoneVisit(running, asha, signed(manifest))).statusCode).toBe(200);
  expect(await deviceOf(id)).toEqual([device_id]);

  const unknown = signed(manifestOf({ applicant_id: (await assigned()).id }));
  const borrowed = signed(manifestOf({ applicant_id: (await assigned(ravi)).id }));
  for (const [by, sentVisit] of [
    [asha, { ...unknown, device_id: randomUUID() }],
    [ravi, borrowed],
    [ravi, signed(manifestOf({ applicant_id: (await assigned(ravi)).id }), 'other words')],
  ] as const) {
    expect((await sendPhoneVisit(running, by, sentVisit)).statusCode).toBe(200);
    const { applicant_id } = JSON.parse(sentVisit.manifest);
    expect(await deviceOf(applicant_id)).toEqual([null]);
  }
});

// Covers: phone-7, threat-37
test('a visit may be encrypted with the server’s key, and only with that', async () => {
  const { recipient } = (await asha.get('agent/server-key/')).json();
  expect(recipient).toMatch(/^age1/);
  const { id } = await assigned();
  const manifest = manifestOf({ applicant_id: id });
  const encrypted = await encryptTo([recipient], JSON.stringify(unsignedVisit(manifest)));
  const { value } = await readRow(db, 'secrets', { name: 'visits' }, ['value']);
  expect(value.includes('AGE-SECRET-KEY')).toBe(false);
  const sendEncrypted = (bytes: Buffer) =>
    sendPhoneVisit(running, asha, { envelope: bytes.toString('base64') });

  const damaged = Buffer.from(encrypted);
  damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
  for (const bytes of [damaged, Buffer.from('hello')]) {
    const answer = await sendEncrypted(bytes);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'unreadable_envelope']);
  }
  const answer = await sendEncrypted(encrypted);
  expect(answer.json()).toMatchObject({ visit_id: manifest.visit_id, state: 'received' });
  // The unencrypted visit is recognised as the same visit.
  expect(await send(manifest)).toMatchObject({ status: 200 });
  expect(await visitsOf(id)).toHaveLength(1);
});
