import { createHash, randomUUID } from 'node:crypto';
import type { History } from '@doorstep/contract/audit';
import type { VisitManifest } from '@doorstep/contract/visits/manifest';
import { takeInVisitFile } from '@doorstep/contract/visits/visit';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, test, vi } from 'vitest';
import { serverLimits } from '../../../limits.ts';
import { unavailable } from '../../../problems.ts';
import { unchangedState } from '../../../testing/fuzz/unchanged-state.ts';
import { changeRows, readRow, readRows } from '../../../testing/rows.ts';
import { multipartOf } from '../../../testing/spreadsheets/spreadsheet-upload.ts';
import { addApplicant, auditOf, signIn, startSharedApp } from '../../../testing/test-app.ts';
import {
  attemptOf,
  manifestOf,
  newPhone,
  photoOf,
  sendPhoneVisit,
  unsignedVisit,
} from '../../../testing/visits/phone-visit.ts';
import { visitFileOf } from '../../../testing/visits/visit-file.ts';

const server = await startSharedApp();
const { db } = server;
const admin = await signIn(server, 'admin');
const asha = await signIn(server, 'agent', { name: 'Asha Verma' });
const ravi = await signIn(server, 'agent', { name: 'Ravi Kumar' });
const { registration, signed } = newPhone();
const { device_id } = registration;
await register(registration);

async function register(phone: object) {
  expect((await asha.post('agent/devices/', phone)).statusCode).toBe(201);
}

async function bring(file: Uint8Array, part?: string) {
  const { headers, payload } = await multipartOf(file, part);
  const answer = await server.app.inject({
    ...{ method: takeInVisitFile.method, url: takeInVisitFile.path, payload },
    headers: { ...admin.headers, ...headers },
  });
  return { status: answer.statusCode, body: answer.json() };
}

const task = (agent = asha) =>
  addApplicant(db, { assigned_agent_id: agent.user.id, applicant_name: 'Ramesh Kumar' });
const giveToRavi = (id: number) =>
  changeRows(db, 'applicants', { id }, { assigned_agent_id: ravi.user.id });
/** Returns the file of a visit that Asha's phone signed. */
const signedFileOf = (manifest: VisitManifest, photos: Buffer[] = []) =>
  visitFileOf(server, manifest, photos, { sentVisit: signed(manifest) });

async function visitWithPhotos() {
  const { id } = await task();
  const [[red, redBytes], [blue, blueBytes]] = [await photoOf('red'), await photoOf('blue')];
  const manifest = manifestOf({ applicant_id: id, photos: [red, blue] });
  const file = await signedFileOf(manifest, [redBytes, blueBytes]);
  return { id, manifest, file, photos: [red.sha256, blue.sha256] };
}

const photosOf = async (visitId: string) => {
  const rows = await readRows(db, 'photos', { visit_id: visitId }, ['sha256', 'position']);
  const inOrder = rows.toSorted((one, other) => one.position - other.position);
  return inOrder.map(({ sha256 }) => sha256.toString('hex'));
};
const visitOf = (id: string) => readRow(db, 'visits', { id });
const heldOf = (agent: string, because: string) => ({
  status: 201,
  body: {
    state: 'held',
    message: `Imported the visit of ${agent} to Ramesh Kumar. The visit is held: ${because}.`,
  },
});

// Covers: held-visits-8, fault-58
test('the visit of a file counts as its agent’s, with all its photos, once however often it is uploaded', async () => {
  const { id, manifest, file, photos } = await visitWithPhotos();
  const { visit_id } = manifest;
  const agent_id = asha.user.id;
  const message = 'Imported the visit of Asha Verma to Ramesh Kumar. The visit counts now.';
  const answer = { status: 201, body: { success: true, message, visit_id, state: 'received' } };
  expect(await bring(file)).toEqual(answer);
  expect(await photosOf(visit_id)).toEqual(photos);
  const visit = await visitOf(visit_id);
  expect(visit).toMatchObject({ agent_id, standing: 'counted', device_id });
  expect(visit.completed_at).not.toBeNull();
  expect(await readRow(db, 'verifications', { visit_id })).toMatchObject({
    ...{ agent_id, image_count: 2, photos_expected: 2 },
  });
  const audits = await auditOf(db, 'applicant', id);
  expect(audits.find(({ action }) => action === 'take_in')).toMatchObject({
    actor_id: admin.user.id,
    after: { visit_id, agent_id, photos: 2 },
  });

  const history = await admin.get(`applicants/${id}/history/`);
  const visited = history.json<History>().results.find(({ action }) => action === 'visit');
  expect(visited?.visited_by).toEqual({ id: agent_id, name: 'Asha Verma' });

  const before = await unchangedState(db);
  expect(await bring(file)).toEqual(answer);
  expect(await unchangedState(db)).toEqual(before);
  expect(await auditOf(db, 'applicant', id)).toEqual(audits);
});

// Covers: held-visits-8
test('a file whose visit has the id of another one is rejected, and the other visit stays', async () => {
  const { manifest, file } = await visitWithPhotos();
  expect((await bring(file)).status).toBe(201);
  const before = await visitOf(manifest.visit_id);
  const { id } = await task();
  const again = await signedFileOf(manifestOf({ ...manifest, applicant_id: id, photos: [] }));
  expect(await bring(again)).toMatchObject({ status: 409, body: { code: 'visit_id_taken' } });
  expect(await visitOf(manifest.visit_id)).toEqual(before);
});

// Covers: held-visits-8
test('the rest of a visit that the phone sent in part is added', async () => {
  const { manifest, file, photos } = await visitWithPhotos();
  const { statusCode } = await sendPhoneVisit(server, asha, signed(manifest));
  expect(statusCode).toBe(200);
  expect(await photosOf(manifest.visit_id)).toEqual([]);
  expect((await bring(file)).body.state).toBe('received');
  expect(await photosOf(manifest.visit_id)).toEqual(photos);
});

// Covers: held-visits-9
test.each([
  ['was deactivated', { is_active: false }],
  ['was deleted', { is_active: false, deleted_at: new Date().toISOString() }],
])('an agent who %s did what the file says', async (_, left) => {
  const gone = await signIn(server, 'agent', { name: 'Gone Agent' });
  const { id } = await task(gone);
  await giveToRavi(id);
  await changeRows(db, 'users', { id: gone.user.id }, left);
  const manifest = manifestOf({ applicant_id: id });
  const held = heldOf('Gone Agent', 'the task is no longer with its agent');
  expect(await bring(await visitFileOf(server, manifest))).toMatchObject(held);
  expect(await visitOf(manifest.visit_id)).toMatchObject({ agent_id: gone.user.id });
});

// Covers: held-visits-8
test('an unreadable photo does not block the others, and the answer reports it', async () => {
  const { id } = await task();
  const [[red, redBytes], [blue, blueBytes]] = [await photoOf('red'), await photoOf('blue')];
  const bytes = Buffer.from('cut off by a full phone');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const none = { ...red, sha256, bytes: bytes.length };
  const manifest = manifestOf({ applicant_id: id, photos: [red, none, blue] });
  const file = await signedFileOf(manifest, [redBytes, bytes, blueBytes]);
  const message =
    'Imported the visit of Asha Verma to Ramesh Kumar. The visit counts now. 1 of 3 pictures can’t be read.';
  for (let time = 0; time < 2; time += 1) {
    expect(await bring(file)).toMatchObject({ status: 201, body: { state: 'received', message } });
    expect(await photosOf(manifest.visit_id)).toEqual([red.sha256, blue.sha256]);
  }
});

// Covers: held-visits-8, fault-23
test('a file whose photos could not be stored can be uploaded again', async () => {
  const { manifest, file, photos } = await visitWithPhotos();
  vi.spyOn(server.platform.photos, 'put').mockRejectedValueOnce(unavailable());
  expect((await bring(file)).status).toBe(503);
  expect((await bring(file)).body.state).toBe('received');
  expect(await photosOf(manifest.visit_id)).toEqual(photos);
});

// Covers: held-visits-8
test('an attempt is accepted too', async () => {
  const { id } = await task();
  const manifest = attemptOf({ applicant_id: id });
  expect((await bring(await signedFileOf(manifest))).body.state).toBe('received');
  expect(await visitOf(manifest.visit_id)).toMatchObject({ is_final: false, standing: 'counted' });
});

// Covers: held-visits-9, threat-36
test('a visit belongs to the phone that signed it, and the signature must be right', async () => {
  const { id } = await task();
  // The assignment in the visit is Ravi's, but Asha's phone signed the visit. So it counts as Asha's visit.
  await giveToRavi(id);
  const manifest = manifestOf({ applicant_id: id, assignment_version: 1 });
  const sentVisit = signed(manifest, 'another');
  const forged = await visitFileOf(server, manifest, [], { sentVisit });
  expect(await bring(forged)).toMatchObject({ status: 400, body: { code: 'bad_signature' } });
  expect(await readRows(db, 'visits', { id: manifest.visit_id }, ['id'])).toEqual([]);
  expect((await bring(await signedFileOf(manifest))).body.state).toBe('held');
  expect(await visitOf(manifest.visit_id)).toMatchObject({ agent_id: asha.user.id, device_id });
});

// Covers: held-visits-9
test('a visit belongs to the agent of its assignment, and a stored visit to its sender', async () => {
  const { id } = await task();
  await giveToRavi(id);
  const assignment = { applicant_id: id, assignment_version: 1 };
  const held = heldOf('Ravi Kumar', 'it was not signed by a registered phone of the agent');
  expect(await bring(await visitFileOf(server, manifestOf(assignment)))).toMatchObject(held);
  // Asha's phone signed the file, but Ravi has already sent the visit. So it stays Ravi's visit.
  const manifest = manifestOf(assignment);
  const { statusCode } = await sendPhoneVisit(server, ravi, unsignedVisit(manifest));
  expect(statusCode).toBe(200);
  expect((await bring(await signedFileOf(manifest))).body.state).toBe('received');
});

// Covers: threat-36
test('a file that no known phone signed is held, since anyone may have made it', async () => {
  const { id } = await task();
  const manifest = manifestOf({ applicant_id: id });
  const held = heldOf('Asha Verma', 'it was not signed by a registered phone of the agent');
  expect(await bring(await visitFileOf(server, manifest))).toMatchObject(held);
  expect(await visitOf(manifest.visit_id)).toMatchObject({ held_because: 'unknown_phone' });
});

// Covers: threat-36
test('a file that a revoked phone signed is held, since it may have been lost', async () => {
  const { id } = await task();
  const manifest = manifestOf({ applicant_id: id });
  const file = await signedFileOf(manifest);
  for (let phone = 0; phone < serverLimits.devicesPerAgent; phone++) {
    await register({ ...registration, device_id: randomUUID() });
  }
  expect(await bring(file)).toMatchObject({ status: 201, body: { state: 'held' } });
  const held = { standing: 'held', held_because: 'unknown_phone', device_id };
  expect(await visitOf(manifest.visit_id)).toMatchObject(held);
  // Registering the phone again makes it valid, but a visit that is already held stays held.
  await register(registration);
  expect(await bring(file)).toMatchObject({ status: 201, body: { state: 'held' } });
  const { visit_id } = manifest;
  await admin.post(`held-visits/${visit_id}/set-aside/`, { note: 'Lost phone' });
  expect((await bring(file)).body.message).toBe(
    'Imported the visit of Asha Verma to Ramesh Kumar. An admin has set the visit aside.',
  );
});

// Covers: held-visits-10
test('an invalid file is rejected with the reason, and nothing of it is recorded', async () => {
  const { manifest, file } = await visitWithPhotos();
  const [photo, bytes] = await photoOf('green');
  const flipped = Buffer.from(file);
  flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1;
  const recipient = await identityToRecipient(await generateX25519Identity());
  const elsewhere = await visitFileOf(server, manifest, [], { recipient });
  const closed = await task();
  const gone = { status: 'submitted', anonymised_at: new Date().toISOString() } as const;
  await changeRows(db, 'applicants', { id: closed.id }, gone);
  const ofOther = manifestOf({ applicant_id: (await addApplicant(db)).id, photos: [photo] });
  const ofRavi = await signedFileOf(manifestOf({ applicant_id: (await task(ravi)).id }));
  const withWrong = await visitFileOf(server, { ...manifest, photos: [photo] }, [Buffer.from('x')]);
  const sha256OfWrong = createHash('sha256').update('x').digest('hex');
  const swapped = withWrong.toString('latin1').replace(sha256OfWrong, photo.sha256);
  const otherId = unsignedVisit({ ...manifest, photos: [], visit_id: randomUUID() });
  const before = await unchangedState(db);
  const damaged: Buffer[] = [
    ...[Buffer.from('doorstep-visit/1\n'), Buffer.from('doorstep-visit/1\n{"visit_id":7}\n')],
    ...[file.subarray(0, -1), Buffer.concat([file, Buffer.from('.')]), flipped],
    // These files don't match their visits: a photo is missing or wrong, or the visit's id differs.
    ...[await visitFileOf(server, manifest), withWrong, Buffer.from(swapped, 'latin1')],
    await visitFileOf(server, manifest, [], { sentVisit: otherId }),
  ];
  const unknown = manifestOf({ applicant_id: 999_999_999 });
  for (const [sent, status, code] of [
    ...damaged.map((sent) => [sent, 400, 'visit_file_damaged'] as const),
    [Buffer.from('PK\u0003\u0004 a spreadsheet'), 400, 'no_visit_file'],
    [elsewhere, 400, 'visit_file_of_another_server'],
    [await visitFileOf(server, unknown), 400, 'unknown_applicant'],
    [await visitFileOf(server, ofOther, [bytes]), 400, 'unknown_applicant'],
    [ofRavi, 400, 'unknown_applicant'],
    [await visitFileOf(server, manifestOf({ applicant_id: closed.id })), 409, 'anonymised'],
    [Buffer.alloc(serverLimits.visitFileBytes + 1), 413, 'too_large'],
  ] as const) {
    expect(await bring(sent), code).toMatchObject({ status, body: { code } });
  }
  expect(await bring(file, 'photos')).toMatchObject({ status: 400 });
  expect(await unchangedState(db)).toEqual(before);
});
