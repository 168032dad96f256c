import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isUnavailable } from '../../../db/database-errors.ts';
import { readRecipient } from '../../../domain/secrets/server-key.ts';
import { serverLimits } from '../../../limits.ts';
import { pictureFiles, pictureKey } from '../../../storage/photos/photo-keys.ts';
import { changeRows, readRow, readRows } from '../../../testing/rows.ts';
import { startLine } from '../../../testing/services/held-line.ts';
import { filesLeftBy } from '../../../testing/submission.ts';
import { auditOf, signIn, startSharedApp } from '../../../testing/test-app.ts';
import {
  addPhoneVisit,
  encryptTo,
  noisyPhoto,
  photoOf,
} from '../../../testing/visits/phone-visit.ts';
import { sweepSubmissions } from '../../verifications/submit/submission-service.ts';
import { sweepParts } from './photo-part-store.ts';
import { storeVisitFile } from './store-photo-service.ts';
import { findNamedFile, type NamedPhoto } from './visit-photo-store.ts';

const running = await startSharedApp();
const { db, platform } = running;
const asha = await signIn(running, 'agent');
const ravi = await signIn(running, 'agent');

/** The visit's id and the photo's hash. */
type Place = [string, string];
const addressOf = ([id, sha256]: Place) => `/api/v1/agent/visits/${id}/photos/${sha256}/`;
const put = (at: Place, payload: Buffer | Readable, offset = 0, headers = {}, by = asha) =>
  running.app.inject({
    ...{ method: 'PUT', url: addressOf(at), payload },
    headers: {
      ...{ ...by.headers, 'upload-offset': String(offset) },
      ...{ 'content-type': 'application/octet-stream', ...headers },
    },
  });
const head = async (at: Place, by = asha) => {
  const request = { method: 'HEAD' as const, url: addressOf(at), headers: by.headers };
  const { statusCode, headers } = await running.app.inject(request);
  return [statusCode, headers['upload-offset'], headers['upload-complete']];
};
const lengthOf = (bytes: Buffer) => ({ 'upload-length': String(bytes.length) });

/** Sends a visit with one photo. The photo is large enough for several pieces. */
const visit = async (by = asha) => {
  const [photo, bytes] = await noisyPhoto('red');
  const { id } = await addPhoneVisit(running, by, [photo]);
  return { id, place: [id, photo.sha256] as Place, bytes };
};
const stored = async (visit_id: string) => {
  const photos = await readRows(db, 'photos', { visit_id });
  const parts = (await readRows(db, 'photo_parts', { visit_id }, ['start'])).length;
  return { photos: photos.toSorted((one, other) => one.position - other.position), parts };
};
const originalOf = async (photo: { id: string } | undefined) =>
  Buffer.from(await platform.photos.get(pictureKey('photo', photo?.id ?? '', 'original')));

// Covers: threat-38
test('only a photo that the agent’s own visit names is accepted', async () => {
  const { id, place, bytes } = await visit();
  const other: Place = [id, '0'.repeat(64)];
  expect((await put(other, bytes)).statusCode).toBe(404);
  expect((await put(place, bytes, 0, {}, ravi)).statusCode).toBe(404);
  expect(await head(other)).toContain(404);
  expect(await head(place, ravi)).toContain(404);
  expect(await stored(id)).toMatchObject({ photos: [], parts: 0 });
});

// Covers: phone-8
test('photos complete the visit one by one, each as the phone described it', async () => {
  const [[red, redBytes], [blue, blueBytes]] = [await photoOf('red'), await photoOf('blue')];
  const { id, applicantId } = await addPhoneVisit(running, asha, [red, blue]);
  const [first, second]: [Place, Place] = [
    [id, red.sha256],
    [id, blue.sha256],
  ];
  const completedAt = async () => (await readRow(db, 'visits', { id })).completed_at;
  const verification = () => readRow(db, 'verifications', { visit_id: id });
  expect((await put(second, blueBytes)).json()).toEqual({
    ...{ state: 'stored', offset: blueBytes.length },
  });
  expect(await completedAt()).toBeNull();
  expect((await verification()).image_count).toBe(1);
  expect((await put(first, redBytes)).statusCode).toBe(200);
  expect(await completedAt()).not.toBeNull();
  const { id: verification_id, ...counts } = await verification();
  expect(counts).toMatchObject({ image_count: 2, photos_expected: 2 });
  const { photos, parts } = await stored(id);
  expect(parts).toBe(0);
  expect(photos).toMatchObject([
    {
      ...{ position: 0, verification_id, shows: 'door', accuracy_m: 12 },
      ...{ source: 'viewfinder', captured_at: '2026-03-05T05:00:00.000Z' },
      capture: { mono_ms: 62_000, fix_age_ms: 900, fix: { latitude: 19.08 } },
    },
    { position: 1 },
  ]);
  expect(await originalOf(photos[0])).toEqual(redBytes);
  expect(await originalOf(photos[1])).toEqual(blueBytes);
  for (const { id: photo_id } of photos) {
    expect(await readRow(db, 'photo_hashes', { photo_id })).toMatchObject({
      agent_id: asha.user.id,
    });
  }
  const audit = await auditOf(db, 'verification', verification_id);
  expect(audit.map(({ action }) => action)).toEqual(['create', 'photos_received']);
  expect(await auditOf(db, 'applicant', applicantId)).toHaveLength(1);
  expect(await head(first)).toEqual([204, String(redBytes.length), '?1']);
  expect((await put(first, redBytes)).json()).toMatchObject({ state: 'stored' });
  expect((await stored(id)).photos).toHaveLength(2);
});

test('a visit and a photo without a place are stored without one', async () => {
  const [photo, bytes] = await photoOf('red');
  const nowhere = { ...photo, fix: null, fix_age_ms: null };
  const { id } = await addPhoneVisit(running, asha, [nowhere], { place: null, fixes: [] });
  expect((await put([id, photo.sha256], bytes)).statusCode).toBe(200);
  const unknown = { latitude: null, longitude: null, accuracy_m: null };
  expect(await readRow(db, 'visits', { id })).toMatchObject(unknown);
  expect((await stored(id)).photos).toMatchObject([{ accuracy_m: null }]);
});

// Covers: phone-9
test('a photo continues where it broke off, and nowhere else', async () => {
  const { id, place, bytes: whole } = await visit();
  const length = lengthOf(whole);
  expect(await head(place)).toEqual([204, '0', '?0']);
  const part = await put(place, whole.subarray(0, 5_000), 0, length);
  expect(part.json()).toEqual({ state: 'part', offset: 5_000 });
  expect(await head(place)).toEqual([204, '5000', '?0']);
  for (const offset of [0, 4_999, 5_001]) {
    const wrong = await put(place, whole.subarray(offset), offset, length);
    expect(wrong.statusCode).toBe(409);
    expect(wrong.headers['upload-offset']).toBe('5000');
    expect(wrong.json()).toMatchObject({ code: 'wrong_offset', offset: 5_000 });
  }
  expect((await stored(id)).photos).toEqual([]);
  const rest = await put(place, whole.subarray(5_000), 5_000, length);
  expect(rest.json()).toMatchObject({ state: 'stored' });
  expect((await stored(id)).photos).toHaveLength(1);
});

// Covers: fault-57
test.each(['HEAD', 'PUT'])(
  'a photo whose last byte arrived before a crash is stored at the next %s for it',
  async (method) => {
    const { id: visit_id, place, bytes } = await visit();
    const sha256 = Buffer.from(place[1], 'hex');
    await db.insertInto('photo_parts').values({ visit_id, sha256, start: 0, bytes }).execute();
    if (method === 'HEAD') expect(await head(place)).toEqual([204, String(bytes.length), '?1']);
    else expect((await put(place, Buffer.alloc(0), bytes.length)).json().state).toBe('stored');
    expect(await stored(visit_id)).toMatchObject({ parts: 0, photos: [{}] });
  },
);

// Covers: fault-60
test.each([
  ['insert into "photos"', 0],
  ['commit', pictureFiles.length],
])(
  'if the database stops answering at %s, the files that the photo’s row may still reference are not deleted',
  async (statement, files) => {
    const { id, place, bytes } = await visit();
    const actor = { id: asha.user.id, requestId: null, address: null };
    const named = await findNamedFile(db, { visitId: id, sha256: place[1], agentId: actor.id });
    const line = await startLine(running.owner, statement);
    const left = await filesLeftBy(running, async () => {
      const photo = { named: named as NamedPhoto, bytes };
      const storing = storeVisitFile({ ...platform, db: line.db }, actor, id, photo);
      await expect(storing).rejects.toSatisfy(isUnavailable);
      await sweepSubmissions(platform);
      await line.pass();
    });
    expect(left).toHaveLength(files);
    const { photos } = await stored(id);
    expect(left).toEqual(
      expect.arrayContaining(photos.map((photo) => pictureKey('photo', photo.id, 'original'))),
    );
    expect(photos).toHaveLength(files > 0 ? 1 : 0);
  },
);

// Covers: phone-10
test("bytes that don't match the photo, or exceed it, are rejected, and the upload restarts", async () => {
  const { id, place, bytes: whole } = await visit();
  const other = Buffer.from(whole);
  other[300] = (other[300] ?? 0) ^ 1;
  const left = await filesLeftBy(running, async () => {
    const differs = await put(place, other);
    expect([differs.statusCode, differs.json().code]).toEqual([400, 'hash_differs']);
    expect(await head(place)).toEqual([204, '0', '?0']);
    const long = await put(place, Buffer.concat([whole, whole]));
    expect(long.statusCode).toBe(400);
    for (const length of [whole.length - 1, whole.length + 70_000, 'many']) {
      const answer = await put(place, whole, 0, { 'upload-length': String(length) });
      const { errors } = answer.json();
      expect([answer.statusCode, Object.keys(errors)]).toEqual([400, ['Upload-Length']]);
    }
  });
  expect(left).toEqual([]);
  expect((await put(place, whole)).json()).toMatchObject({ state: 'stored' });
  expect((await stored(id)).photos).toHaveLength(1);
});

test('bytes that are not a photo are rejected even if the visit names them', async () => {
  const [photo] = await photoOf('red');
  const body = Buffer.from('This is no photo.');
  const sha256 = createHash('sha256').update(body).digest('hex');
  const named = { ...photo, sha256, bytes: body.length };
  const { id } = await addPhoneVisit(running, asha, [named]);
  const answer = await put([id, sha256], body);
  expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, ['photo']]);
  expect(await stored(id)).toMatchObject({ parts: 0, photos: [] });
});

test('a photo that the server had no time to read is not rejected, and its bytes stay', async () => {
  const { id, place, bytes: whole } = await visit();
  const late = vi
    .spyOn(sharp.prototype, 'toBuffer')
    .mockRejectedValueOnce(new Error('timeout: 4% complete'));
  onTestFinished(() => late.mockRestore());
  expect((await put(place, whole)).statusCode).toBe(503);
  expect(await stored(id)).toMatchObject({ photos: [] });
  expect((await stored(id)).parts).toBeGreaterThan(0);
  expect(await head(place)).toEqual([204, String(whole.length), '?1']);
});

// Covers: phone-11
test('the same photo sent several times at the same time is stored once, however its visit’s id is written', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, place, bytes } = await visit();
    const capitals: Place = [id.toUpperCase(), place[1]];
    const left = await filesLeftBy(running, async () => {
      const places = [place, capitals, place, capitals];
      const answers = await Promise.all(places.map((one) => put(one, bytes)));
      for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode);
      expect(answers.map(({ statusCode }) => statusCode)).toContain(200);
    });
    expect(await stored(id)).toMatchObject({ parts: 0, photos: [{}] });
    expect(await readRow(db, 'verifications', { visit_id: id })).toMatchObject({ image_count: 1 });
    expect(left).toHaveLength(pictureFiles.length);
  }
});

// Covers: threat-6
test('a photo is not stored if its agent was deactivated while it arrived', async () => {
  const agent = await signIn(running, 'agent');
  const { id, place, bytes } = await visit(agent);
  async function* arriving() {
    yield bytes.subarray(0, 20_000);
    await changeRows(db, 'users', { id: agent.user.id }, { is_active: false });
    yield bytes.subarray(20_000);
  }
  const left = await filesLeftBy(running, async () => {
    const length = { 'content-length': String(bytes.length) };
    const answer = await put(place, Readable.from(arriving()), 0, length, agent);
    expect(answer.statusCode).toBe(401);
  });
  expect(left).toEqual([]);
  expect((await stored(id)).photos).toEqual([]);
});

// Covers: phone-7, threat-37
test('a photo may be encrypted with the server’s key, also in parts', async () => {
  const { id, place, bytes } = await visit();
  const encrypt = async () => encryptTo([await readRecipient(platform)], bytes);
  const encrypted = await encrypt();
  const length = lengthOf(encrypted);
  expect((await put(place, encrypted.subarray(0, 3_000), 0, length)).json().offset).toBe(3_000);
  // Encrypting the photo again makes a different envelope. Parts of the two envelopes can't be combined.
  const again = await encrypt();
  const mixed = await put(place, again.subarray(3_000), 3_000, length);
  expect([mixed.statusCode, mixed.json().code]).toEqual([400, 'hash_differs']);
  expect((await put(place, again, 0, length)).json()).toEqual({
    ...{ state: 'stored', offset: again.length },
  });
  expect(await originalOf((await stored(id)).photos[0])).toEqual(bytes);
});

test('a photo that is sent unencrypted after a longer part of its envelope begins again', async () => {
  const { id, place, bytes } = await visit();
  const encrypted = await encryptTo([await readRecipient(platform)], bytes);
  await put(place, encrypted.subarray(0, bytes.length + 1), 0, lengthOf(encrypted));
  expect((await put(place, bytes)).json().state).toBe('stored');
  expect(await originalOf((await stored(id)).photos[0])).toEqual(bytes);
});

test('a photo that arrives byte by byte is stored in few parts', async () => {
  const { id, place, bytes: whole } = await visit();
  const length = lengthOf(whole);
  for (let at = 0; at < 40; at += 1) {
    const answer = await put(place, whole.subarray(at, at + 1), at, length);
    expect(answer.json()).toEqual({ state: 'part', offset: at + 1 });
  }
  expect((await stored(id)).parts).toBe(1);
  await put(place, whole.subarray(40, 20_000), 40, length);
  expect(await head(place)).toEqual([204, '20000', '?0']);
  expect((await put(place, whole.subarray(20_000), 20_000, length)).json().state).toBe('stored');
  expect((await stored(id)).photos).toHaveLength(1);
});

test("only a limited number of an agent's progress requests run at the same time", async () => {
  const { place } = await visit();
  const asked = Array.from({ length: 40 }, () => head(place));
  const answers = (await Promise.all(asked)).map(([status]) => status);
  expect(answers).toContain(204);
  expect(answers).toContain(503);
});

test('parts are deleted if nothing has arrived for long', async () => {
  const { photoPartDays } = serverLimits;
  const [old, young] = [await visit(), await visit()];
  for (const [{ id, place, bytes }, days] of [
    [old, photoPartDays + 1],
    [young, photoPartDays - 1],
  ] as const) {
    await put(place, bytes.subarray(0, 1_000));
    const stored_at = new Date(Date.now() - days * 86_400_000);
    await changeRows(db, 'photo_parts', { visit_id: id }, { stored_at });
  }
  await sweepParts(db, photoPartDays);
  expect([(await stored(old.id)).parts, (await stored(young.id)).parts]).toEqual([0, 1]);
});
