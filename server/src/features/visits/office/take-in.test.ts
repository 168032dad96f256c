import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { History } from '@doorstep/contract/audit';
import { takeInVisitFile } from '@doorstep/contract/visits/visit';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import { serverLimits } from '../../../limits.ts';
import { unchangedState } from '../../../testing/fuzz/unchanged-state.ts';
import { changeRows } from '../../../testing/rows.ts';
import { multipartOf } from '../../../testing/spreadsheets/spreadsheet-upload.ts';
import {
  addApplicant,
  auditOf,
  signIn,
  startSharedApp,
  type Visitor,
} from '../../../testing/test-app.ts';
import {
  attemptOf,
  manifestOf,
  photoOf,
  sendPhoneVisit,
  unsignedVisit,
} from '../../../testing/visits/phone-visit.ts';
import { visitFileOf } from '../../../testing/visits/visit-file.ts';

const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const device_id = randomUUID();
/** Returns a manifest as Asha's phone sends it, with the phone's signature of `text`. */
const signed = (manifest: object, text = JSON.stringify(manifest)) => ({
  ...{ manifest: JSON.stringify(manifest), device_id },
  signature: sign('sha256', Buffer.from(text), {
    key: keys.privateKey,
    dsaEncoding: 'ieee-p1363',
  }).toString('base64'),
});

const server = await startSharedApp();
const admin = await signIn(server, 'admin');
const asha = await signIn(server, 'agent', { name: 'Asha Verma' });
const ravi = await signIn(server, 'agent', { name: 'Ravi Kumar' });
await registerPhone(device_id);

async function registerPhone(id: string) {
  const public_key = keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const answer = await asha.post('agent/devices/', {
    device_id: id,
    public_key,
    label: 'Redmi 9A',
  });
  expect(answer.statusCode).toBe(201);
}

async function bring(file: Uint8Array, by = admin, part?: string) {
  const { headers, payload } = await multipartOf(file, part);
  const answer = await server.app.inject({
    method: takeInVisitFile.method,
    url: takeInVisitFile.path,
    headers: { ...by.headers, ...headers },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}

const task = (agent = asha) =>
  addApplicant(server.db, { assigned_agent_id: agent.user.id, applicant_name: 'Ramesh Kumar' });
const giveTo = (id: number, agent: Visitor) =>
  changeRows(server.db, 'applicants', { id }, { assigned_agent_id: agent.user.id });

async function visitWithPhotos() {
  const { id } = await task();
  const [[red, redBytes], [blue, blueBytes]] = [await photoOf('red'), await photoOf('blue')];
  const manifest = manifestOf({ applicant_id: id, photos: [red, blue] });
  const sentVisit = signed(manifest);
  const file = await visitFileOf(server, manifest, [redBytes, blueBytes], { sentVisit });
  return { id, manifest, file, photos: [red.sha256, blue.sha256] };
}

const photosOf = async (visitId: string) => {
  const rows = await server.db
    .selectFrom('photos')
    .select(['sha256', 'verification_id'])
    .where('visit_id', '=', visitId)
    .orderBy('position')
    .execute();
  return rows.map(({ sha256 }) => sha256.toString('hex'));
};
const visitOf = (id: string) =>
  server.db.selectFrom('visits').selectAll().where('id', '=', id).executeTakeFirst();

// Covers: held-visits-8, fault-58
test('the visit of a file counts as its agent’s, with all its photos, once however often it is uploaded', async () => {
  const { id, manifest, file, photos } = await visitWithPhotos();
  const answer = {
    status: 201,
    body: {
      success: true,
      message: 'Taken in: the visit of Asha Verma to Ramesh Kumar. The visit counts now.',
      visit_id: manifest.visit_id,
      state: 'received',
    },
  };
  expect(await bring(file)).toEqual(answer);
  expect(await photosOf(manifest.visit_id)).toEqual(photos);
  const visit = await visitOf(manifest.visit_id);
  expect(visit).toMatchObject({ agent_id: asha.user.id, standing: 'counted', device_id });
  expect(visit?.completed_at).not.toBeNull();
  const verification = await server.db
    .selectFrom('verifications')
    .select(['agent_id', 'image_count', 'photos_expected'])
    .where('visit_id', '=', manifest.visit_id)
    .executeTakeFirst();
  expect(verification).toEqual({ agent_id: asha.user.id, image_count: 2, photos_expected: 2 });
  const audits = await auditOf(server.db, 'applicant', id);
  expect(audits.find(({ action }) => action === 'take_in')).toMatchObject({
    actor_id: admin.user.id,
    after: { visit_id: manifest.visit_id, agent_id: asha.user.id, photos: 2 },
  });

  const history = await admin.get(`applicants/${id}/history/`);
  const visited = history.json<History>().results.find(({ action }) => action === 'visit');
  expect(visited?.visited_by).toEqual({ id: asha.user.id, name: 'Asha Verma' });

  const before = await unchangedState(server.db);
  expect(await bring(file)).toEqual(answer);
  expect(await unchangedState(server.db)).toEqual(before);
  expect(await auditOf(server.db, 'applicant', id)).toEqual(audits);
});

// Covers: held-visits-8
test('a file whose visit has the id of another one is rejected, and the other visit stays', async () => {
  const { manifest, file } = await visitWithPhotos();
  expect((await bring(file)).status).toBe(201);
  const before = await visitOf(manifest.visit_id);
  const { id } = await task();
  const other = manifestOf({ applicant_id: id, visit_id: manifest.visit_id });
  const again = await visitFileOf(server, other, [], { sentVisit: signed(other) });
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
  await giveTo(id, ravi);
  await server.db.updateTable('users').set(left).where('id', '=', gone.user.id).execute();
  const manifest = manifestOf({ applicant_id: id });
  expect(await bring(await visitFileOf(server, manifest))).toMatchObject({
    status: 201,
    body: {
      state: 'held',
      message:
        'Taken in: the visit of Gone Agent to Ramesh Kumar. The visit is held: the task is no longer with its agent.',
    },
  });
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
  const sentVisit = signed(manifest);
  const file = await visitFileOf(server, manifest, [redBytes, bytes, blueBytes], { sentVisit });
  const message =
    'Taken in: the visit of Asha Verma to Ramesh Kumar. The visit counts now. 1 of 3 pictures can’t be read.';
  for (let time = 0; time < 2; time += 1) {
    expect(await bring(file)).toMatchObject({ status: 201, body: { state: 'received', message } });
    expect(await photosOf(manifest.visit_id)).toEqual([red.sha256, blue.sha256]);
  }
});

// Covers: held-visits-8
test('an attempt is accepted too', async () => {
  const { id } = await task();
  const manifest = attemptOf({ applicant_id: id });
  const file = await visitFileOf(server, manifest, [], { sentVisit: signed(manifest) });
  expect((await bring(file)).body.state).toBe('received');
  expect(await visitOf(manifest.visit_id)).toMatchObject({ is_final: false, standing: 'counted' });
});

// Covers: held-visits-9, threat-36
test('a visit belongs to the phone that signed it, and the signature must be right', async () => {
  const { id } = await task();
  // The assignment in the visit is Ravi's, but Asha's phone signed, and the phone takes precedence.
  await giveTo(id, ravi);
  const manifest = manifestOf({ applicant_id: id, assignment_version: 1 });
  const forged = await visitFileOf(server, manifest, [], {
    sentVisit: signed(manifest, 'another'),
  });
  expect(await bring(forged)).toMatchObject({ status: 400, body: { code: 'bad_signature' } });
  expect(await visitOf(manifest.visit_id)).toBeUndefined();
  const right = await visitFileOf(server, manifest, [], { sentVisit: signed(manifest) });
  expect((await bring(right)).body.state).toBe('held');
  expect(await visitOf(manifest.visit_id)).toMatchObject({ agent_id: asha.user.id, device_id });
});

// Covers: threat-36
test('a file that no known phone signed is held, since anyone may have made it', async () => {
  const { id } = await task();
  const manifest = manifestOf({ applicant_id: id });
  expect(await bring(await visitFileOf(server, manifest))).toMatchObject({
    status: 201,
    body: {
      state: 'held',
      message:
        'Taken in: the visit of Asha Verma to Ramesh Kumar. The visit is held: it was not signed by a registered phone of the agent.',
    },
  });
  expect(await visitOf(manifest.visit_id)).toMatchObject({ held_because: 'unknown_phone' });
});

// Covers: threat-36
test('a file that a revoked phone signed is held, since it may have been lost', async () => {
  const { id } = await task();
  const manifest = manifestOf({ applicant_id: id });
  const file = await visitFileOf(server, manifest, [], { sentVisit: signed(manifest) });
  for (let phone = 0; phone < serverLimits.devicesPerAgent; phone++) {
    await registerPhone(randomUUID());
  }
  expect(await bring(file)).toMatchObject({ status: 201, body: { state: 'held' } });
  const held = { standing: 'held', held_because: 'unknown_phone', device_id };
  expect(await visitOf(manifest.visit_id)).toMatchObject(held);
  // Registering the phone again makes it valid. An admin must still settle the visit that was sent before.
  await registerPhone(device_id);
  expect(await bring(file)).toMatchObject({ status: 201, body: { state: 'held' } });
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
  await changeRows(
    server.db,
    'applicants',
    { id: closed.id },
    { status: 'submitted', anonymised_at: new Date().toISOString() },
  );
  const ofOther = await addApplicant(server.db);
  const swapped = (await visitFileOf(server, { ...manifest, photos: [photo] }, [Buffer.from('x')]))
    .toString('latin1')
    .replace(createHash('sha256').update('x').digest('hex'), photo.sha256);
  const before = await unchangedState(server.db);
  const cases: [Buffer, number, string][] = [
    [Buffer.from('PK\u0003\u0004 a spreadsheet'), 400, 'no_visit_file'],
    [Buffer.from('doorstep-visit/1\n'), 400, 'visit_file_damaged'],
    [Buffer.from('doorstep-visit/1\n{"visit_id":7}\n'), 400, 'visit_file_damaged'],
    [file.subarray(0, -1), 400, 'visit_file_damaged'],
    [Buffer.concat([file, Buffer.from('.')]), 400, 'visit_file_damaged'],
    [flipped, 400, 'visit_file_damaged'],
    // These files don't match their visits: a photo is missing or wrong, or the visit's id differs.
    [await visitFileOf(server, manifest), 400, 'visit_file_damaged'],
    [
      await visitFileOf(server, { ...manifest, photos: [photo] }, [Buffer.from('x')]),
      400,
      'visit_file_damaged',
    ],
    [
      await visitFileOf(server, manifest, [], {
        sentVisit: unsignedVisit({ ...manifest, photos: [], visit_id: randomUUID() }),
      }),
      400,
      'visit_file_damaged',
    ],
    [Buffer.from(swapped, 'latin1'), 400, 'visit_file_damaged'],
    [elsewhere, 400, 'visit_file_of_another_server'],
    [
      await visitFileOf(server, manifestOf({ applicant_id: 999_999_999 })),
      400,
      'unknown_applicant',
    ],
    [
      await visitFileOf(server, manifestOf({ applicant_id: ofOther.id, photos: [photo] }), [bytes]),
      400,
      'unknown_applicant',
    ],
    [await visitFileOf(server, manifestOf({ applicant_id: closed.id })), 409, 'anonymised'],
    [Buffer.alloc(serverLimits.visitFileBytes + 1), 413, 'too_large'],
  ];
  for (const [sent, status, code] of cases) {
    expect(await bring(sent), code).toMatchObject({ status, body: { code } });
  }
  expect(await bring(file, admin, 'photos')).toMatchObject({ status: 400 });
  expect(await bring(file, asha)).toMatchObject({ status: 403 });
  expect(await unchangedState(server.db)).toEqual(before);
});
