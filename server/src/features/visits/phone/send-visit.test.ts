import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { VisitManifest } from '@doorstep/contract/visits/manifest';
import { Encrypter } from 'age-encryption';
import { expect, test } from 'vitest';
import { changeRows, readRow } from '../../../testing/rows.ts';
import { submit } from '../../../testing/submission.ts';
import { addApplicant, auditOf, signIn, startSharedApp } from '../../../testing/test-app.ts';
import {
  attemptOf,
  manifestOf,
  photoOf,
  sendPhoneVisit,
  unsignedVisit,
} from '../../../testing/visits/phone-visit.ts';

const running = await startSharedApp();
const asha = await signIn(running, 'agent');
const ravi = await signIn(running, 'agent');
const admin = await signIn(running, 'admin');

const assigned = (to = asha) => addApplicant(running.db, { assigned_agent_id: to.user.id });
const send = async (manifest: VisitManifest, by = asha) => {
  const answer = await sendPhoneVisit(running, by, unsignedVisit(manifest));
  return { status: answer.statusCode, body: answer.json() };
};
const ask = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  by = admin,
  payload: object = {},
) => running.app.inject({ method, url, payload, headers: by?.headers ?? {} });
const giveTo = async (id: number, agent = ravi) => {
  const to = { assigned_agent_name: agent?.user.name };
  const answer = await ask('PATCH', `/api/v1/applicants/${id}/`, admin, to);
  expect(answer.statusCode).toBe(200);
};
const stateOf = async (id: number) => {
  const { db } = running;
  const applicant = await readRow(db, 'applicants', { id }, ['status', 'assigned_agent_id']);
  const visits = await db
    .selectFrom('visits')
    .select(['id', 'standing', 'held_because', 'is_final'])
    .where('applicant_id', '=', id)
    .orderBy('received_at')
    .execute();
  const verifications = await db
    .selectFrom('verifications')
    .select(['id', 'visit_id', 'outcome', 'photos_expected', 'image_count', 'remark', 'latitude'])
    .select(['overall_observation', 'idempotency_key'])
    .where('applicant_id', '=', id)
    .orderBy('id')
    .execute();
  return { ...applicant, visits, verifications };
};
const orderAnew = async (id: number) => {
  await changeRows(running.db, 'applicants', { id }, { status: 'assigned' });
};

test('an applicant that the agent never had is not found', async () => {
  for (const applicant_id of [(await assigned(ravi)).id, 999_999_999]) {
    expect(await send(manifestOf({ applicant_id }))).toMatchObject({ status: 404 });
  }
});

test('an invalid visit is a 400 that names the field', async () => {
  const { id: applicant_id } = await assigned();
  const good = manifestOf({ applicant_id });
  const [photo] = await photoOf('red');
  for (const [bad, field] of [
    [{ ...good, outcome: 'asleep' }, 'outcome'],
    [{ ...good, overall_observation: null }, 'overall_observation'],
    [{ ...good, photos: [photo, photo] }, 'photos'],
    [{ ...good, statement: { ...good.statement, remark: '2345 6789 0124' } }, 'statement.remark'],
  ] as const) {
    const answer = await sendPhoneVisit(running, asha, unsignedVisit(bad));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toHaveProperty([field]);
  }
  const noJson = { manifest: '{', signature: null, device_id: null };
  expect((await sendPhoneVisit(running, asha, noJson)).statusCode).toBe(400);
  expect((await stateOf(applicant_id)).visits).toEqual([]);
});

// Covers: phone-1
test('a final visit becomes the verification, with the agent’s words, and the audit contains none of them', async () => {
  const { id } = await assigned();
  const [photo] = await photoOf('red');
  const manifest = manifestOf({
    ...{ applicant_id: id, outcome: 'shifted', overall_observation: 'negative' },
    photos: [photo],
  });
  const { visit_id } = manifest;
  expect(await send(manifest)).toEqual({
    status: 200,
    body: { visit_id, state: 'waiting_photos', missing: [photo.sha256], held_because: null },
  });
  const state = await stateOf(id);
  expect(state).toMatchObject({
    status: 'visited',
    visits: [{ id: visit_id, standing: 'counted' }],
    verifications: [
      {
        ...{ visit_id, outcome: 'shifted', overall_observation: 'negative', latitude: 19.08 },
        ...{ photos_expected: 1, image_count: 0, remark: 'Met at home', idempotency_key: visit_id },
      },
    ],
  });
  const audits = [
    ...(await auditOf(running.db, 'verification', state.verifications[0]?.id ?? 0)),
    ...(await auditOf(running.db, 'applicant', id)),
  ];
  expect(audits.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['create', asha.user.id],
    ['visit', asha.user.id],
  ]);
  expect(JSON.stringify(audits)).not.toMatch(/Sunita|Met at home|addressConfirmed/);
  const kept = await readRow(running.db, 'visits', { id: visit_id }, ['manifest', 'facts']);
  expect(kept.manifest?.toString()).toBe(JSON.stringify(manifest));
  expect(kept.facts).toEqual({ addressConfirmed: 'Yes' });
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
  expect((await stateOf(id)).verifications).toMatchObject([{ latitude: 19.08 }]);
  const { body } = await ask('GET', `/api/v1/applicants/${id}/visits/`);
  expect(JSON.parse(body).results).toMatchObject([
    { latitude: 19.08, accuracy_m: 12, arrived_at: '2026-03-05T04:59:59.750Z' },
  ]);
  const stored = await readRow(running.db, 'visits', { id: manifest.visit_id }, [
    'begun_at',
    'fixes',
  ]);
  expect(new Date(stored.begun_at ?? 0).toISOString()).toBe('2026-03-05T03:30:00.000Z');
  expect(stored.fixes).toHaveLength(2);
});

// Covers: facts-7
test('the person met is a fact of a residence visit, which is in no search and no audit', async () => {
  const { id } = await assigned();
  const facts = { person_met: 'Zubeda Quraishi', relationWithApp: 'Spouse' };
  await send(manifestOf({ applicant_id: id, facts }));
  const [verification] = (await stateOf(id)).verifications;
  const url = `/api/v1/verification_tasks/${verification?.id}/`;
  expect((await ask('GET', url)).json()).toMatchObject({ facts });
  for (const list of [
    '/api/v1/verification_tasks/?search=Zubeda',
    '/api/v1/applicants/?search=Zubeda&search_fields=application_id,applicant_name',
  ]) {
    const answer = await ask('GET', list);
    expect([list, answer.json().count]).toEqual([list, 0]);
  }
  const audit = await running.db.selectFrom('audit').selectAll().execute();
  expect(JSON.stringify(audit)).not.toContain('Zubeda');
  const refused = await send(
    manifestOf({ applicant_id: id, facts: { person_met: '2345 6789 0124' } }),
  );
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
  const { verifications, visits, ...applicant } = await stateOf(id);
  expect(applicant).toEqual({ status: 'assigned', assigned_agent_id: ravi.user.id });
  expect(verifications).toEqual([]);
  expect(visits.map(({ standing, is_final }) => [standing, is_final])).toEqual([
    ['counted', false],
    ['counted', false],
  ]);
  const actions = (await auditOf(running.db, 'applicant', id)).map(({ action }) => action);
  expect(actions).toEqual(['attempt', 'assign', 'attempt']);
});

// Covers: phone-3
test('the same visit again gets the same answer; other contents under its id are a 409', async () => {
  const { id } = await assigned();
  const manifest = manifestOf({ applicant_id: id });
  const answers = await Promise.all([1, 2, 3].map(() => send(manifest)));
  expect(answers[0]?.status).toBe(200);
  expect(answers).toEqual([answers[0], answers[0], answers[0]]);
  expect((await stateOf(id)).verifications).toHaveLength(1);

  const taken = { status: 409, body: { code: 'visit_id_taken' } };
  expect(await send({ ...manifest, outcome: 'locked' })).toMatchObject(taken);
  const other = await assigned();
  expect(await send({ ...manifest, applicant_id: other.id })).toMatchObject(taken);
  await giveTo(id);
  expect(await send(manifest, ravi)).toMatchObject(taken);
  expect((await stateOf(other.id)).visits).toEqual([]);
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
  expect(await send(manifestOf({ applicant_id: second.id, visit_id: key }))).toMatchObject({
    ...{ status: 409, body: { code: 'visit_id_taken' } },
  });
});

// Covers: phone-4
test('a visit after a reassignment is held, and the colleague keeps the task', async () => {
  const { id } = await assigned();
  await giveTo(id);
  const manifest = manifestOf({ applicant_id: id });
  const held = { state: 'held', held_because: 'reassigned' };
  expect(await send(manifest)).toMatchObject({ status: 200, body: held });
  expect(await send(manifest)).toMatchObject({ status: 200, body: held });
  expect(await stateOf(id)).toMatchObject({
    ...{ status: 'assigned', assigned_agent_id: ravi.user.id, verifications: [] },
    visits: [{ standing: 'held', held_because: 'reassigned' }],
  });
  const audit = await auditOf(running.db, 'applicant', id);
  expect(audit.at(-1)).toMatchObject({
    ...{ action: 'held_visit', actor_id: asha.user.id },
    after: { visit_id: manifest.visit_id, held_because: 'reassigned' },
  });
});

test('a visit to an applicant that is no longer assigned is held', async () => {
  const { id } = await assigned();
  await changeRows(
    running.db,
    'applicants',
    { id },
    { status: 'pending', assigned_agent_id: null },
  );
  expect(await send(manifestOf({ applicant_id: id }))).toMatchObject({
    body: { state: 'held', held_because: 'reassigned' },
  });
});

// Covers: phone-4
test('a visit after a colleague’s, or after one of the agent’s own other phone, is held', async () => {
  const { id } = await assigned();
  await giveTo(id);
  await send(manifestOf({ applicant_id: id, assignment_version: 1 }), ravi);
  for (const by of [asha, ravi]) {
    expect(await send(manifestOf({ applicant_id: id, assignment_version: 1 }), by)).toMatchObject({
      body: { state: 'held', held_because: 'already_visited' },
    });
  }
  expect((await stateOf(id)).verifications).toHaveLength(1);
});

// Covers: phone-4
test('a visit to a deleted applicant is held, an attempt too', async () => {
  const { id } = await assigned();
  const gone = await ask('DELETE', `/api/v1/applicants/${id}/`);
  expect(gone.statusCode).toBe(200);
  for (const manifest of [manifestOf({ applicant_id: id }), attemptOf({ applicant_id: id })]) {
    expect(await send(manifest)).toMatchObject({
      body: { state: 'held', held_because: 'applicant_deleted' },
    });
  }
});

// Covers: phone-5
test('after a new order only a visit made for it counts', async () => {
  const { id } = await assigned();
  await send(manifestOf({ applicant_id: id }));
  await orderAnew(id);
  expect(await send(manifestOf({ applicant_id: id, assignment_version: 0 }))).toMatchObject({
    body: { state: 'held', held_because: 'already_visited' },
  });
  const answer = manifestOf({ applicant_id: id, assignment_version: 1 });
  expect(await send(answer)).toMatchObject({ body: { state: 'received' } });
  expect((await stateOf(id)).verifications).toHaveLength(2);
});

test('after a reassignment and back without a visit in between, the older assignment still counts', async () => {
  const { id } = await assigned();
  await giveTo(id);
  await giveTo(id, asha);
  expect(await send(manifestOf({ applicant_id: id, assignment_version: 0 }))).toMatchObject({
    body: { state: 'received' },
  });
});

test('a counted visit answers an open send-back', async () => {
  const { id } = await assigned();
  await send(manifestOf({ applicant_id: id }));
  const [first] = (await stateOf(id)).verifications;
  await running.db
    .insertInto('send_backs')
    .values({
      ...{ verification_id: first?.id as number, by_id: admin.user.id },
      ...{ reasons: ['photo_unclear'], photos_wanted: ['door'] },
    })
    .execute();
  await orderAnew(id);
  const answeredBy = () =>
    running.db
      .selectFrom('send_backs')
      .select('answered_by')
      .where('verification_id', '=', first?.id as number)
      .executeTakeFirst();
  await send(attemptOf({ applicant_id: id, assignment_version: 1 }));
  expect(await answeredBy()).toEqual({ answered_by: null });
  const answer = manifestOf({ applicant_id: id, assignment_version: 1 });
  await send(answer);
  expect(await answeredBy()).toEqual({ answered_by: answer.visit_id });
});

// Covers: phone-6, threat-36
test('a signature is checked with the phone’s key; an unknown phone is no reason to reject', async () => {
  const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const device_id = randomUUID();
  const public_key = keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const register = () =>
    ask('POST', '/api/v1/agent/devices/', asha, { device_id, public_key, label: 'Redmi 9A' });
  expect((await register()).statusCode).toBe(201);
  expect((await register()).statusCode).toBe(201);
  const signed = (manifest: string) => ({
    ...{ manifest, device_id },
    signature: sign('sha256', Buffer.from(manifest), {
      key: keys.privateKey,
      dsaEncoding: 'ieee-p1363',
    }).toString('base64'),
  });
  const deviceOf = (id: number) =>
    running.db
      .selectFrom('visits')
      .select('device_id')
      .where('applicant_id', '=', id)
      .executeTakeFirst();
  const { id } = await assigned();
  const text = JSON.stringify(manifestOf({ applicant_id: id }));
  const edited = { ...signed(text), manifest: text.replace('Met at home', 'Met at work') };
  const refused = await sendPhoneVisit(running, asha, edited);
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'bad_signature']);
  expect(await deviceOf(id)).toBeUndefined();
  const sent = await sendPhoneVisit(running, asha, signed(text));
  expect(sent.statusCode).toBe(200);
  expect(await deviceOf(id)).toEqual({ device_id });

  const unknown = await assigned();
  const sentVisit = signed(JSON.stringify(manifestOf({ applicant_id: unknown.id })));
  const kept = { ...sentVisit, device_id: randomUUID() };
  expect((await sendPhoneVisit(running, asha, kept)).statusCode).toBe(200);
  expect(await deviceOf(unknown.id)).toEqual({ device_id: null });
  const theirs = await assigned(ravi);
  const borrowed = signed(JSON.stringify(manifestOf({ applicant_id: theirs.id })));
  expect((await sendPhoneVisit(running, ravi, borrowed)).statusCode).toBe(200);
  expect(await deviceOf(theirs.id)).toEqual({ device_id: null });
});

// Covers: phone-7, threat-37
test('a visit may be encrypted with the server’s key, and only with that', async () => {
  const key = await running.app.inject({
    method: 'GET',
    url: '/api/v1/agent/server-key/',
    headers: asha.headers ?? {},
  });
  const { recipient } = key.json();
  expect(recipient).toMatch(/^age1/);
  const { id } = await assigned();
  const manifest = manifestOf({ applicant_id: id });
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const encrypted = Buffer.from(await encrypter.encrypt(JSON.stringify(unsignedVisit(manifest))));
  const { value } = await readRow(running.db, 'secrets', { name: 'visits' }, ['value']);
  expect(value.includes('AGE-SECRET-KEY')).toBe(false);

  const damaged = Buffer.from(encrypted);
  damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
  for (const bytes of [damaged, Buffer.from('hello')]) {
    const envelope = bytes.toString('base64');
    const answer = await sendPhoneVisit(running, asha, { envelope });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'unreadable_envelope']);
  }
  const envelope = encrypted.toString('base64');
  const answer = await sendPhoneVisit(running, asha, { envelope });
  expect(answer.json()).toMatchObject({ visit_id: manifest.visit_id, state: 'received' });
  // The unencrypted visit is recognised as the same visit.
  expect(await send(manifest)).toMatchObject({ status: 200 });
  expect((await stateOf(id)).visits).toHaveLength(1);
});
