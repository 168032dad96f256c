import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Encrypter } from 'age-encryption';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isUnavailable } from '../../../db/database-errors.ts';
import { serverLimits } from '../../../limits.ts';
import { pictureFiles, pictureKey } from '../../../storage/photos/photo-keys.ts';
import { changeRows } from '../../../testing/rows.ts';
import { startLine } from '../../../testing/services/held-line.ts';
import { filesLeftBy } from '../../../testing/submission.ts';
import { auditOf, signIn, startSharedApp, type Visitor } from '../../../testing/test-app.ts';
import { addPhoneVisit, noisyPhoto, photoOf } from '../../../testing/visits/phone-visit.ts';
import { sweepSubmissions } from '../../verifications/submit/submission-service.ts';
import { sweepParts } from './photo-part-store.ts';
import { storeVisitFile } from './store-photo-service.ts';
import { findNamedFile, type NamedPhoto } from './visit-photo-store.ts';

const running = await startSharedApp();
const asha = await signIn(running, 'agent');
const ravi = await signIn(running, 'agent');

const request = (
  method: 'PUT' | 'HEAD',
  [id, sha256]: [string, string],
  { body, headers = {}, by = asha }: { body?: Buffer; headers?: object; by?: Visitor } = {},
) =>
  running.app.inject({
    method,
    url: `/api/v1/agent/visits/${id}/photos/${sha256}/`,
    headers: { authorization: by?.headers.authorization ?? '', ...headers },
    ...(body && { payload: body }),
  });
const put = (at: [string, string], body: Buffer, offset = 0, headers = {}) =>
  request('PUT', at, {
    body,
    headers: {
      ...{ 'upload-offset': String(offset), 'content-type': 'application/octet-stream' },
      ...headers,
    },
  });
const head = async (at: [string, string]) => {
  const { statusCode, headers } = await request('HEAD', at);
  return [statusCode, headers['upload-offset'], headers['upload-complete']];
};
const visit = async (...colours: string[]) => {
  // These photos are large enough for several pieces.
  const photos = await Promise.all(colours.map((colour) => noisyPhoto(colour)));
  const { id, applicantId } = await addPhoneVisit(
    running,
    asha,
    photos.map(([photo]) => photo),
  );
  const at = photos.map(([{ sha256 }]): [string, string] => [id, sha256]);
  return { id, applicantId, at, bytes: photos.map(([, bytes]) => bytes) };
};
const stored = async (id: string) => {
  const { db } = running;
  const photos = await db
    .selectFrom('photos')
    .selectAll()
    .where('visit_id', '=', id)
    .orderBy('position')
    .execute();
  const { n } = await db
    .selectFrom('photo_parts')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('visit_id', '=', id)
    .executeTakeFirstOrThrow();
  const of = await db
    .selectFrom('visits as v')
    .leftJoin('verifications as w', 'w.visit_id', 'v.id')
    .select(['v.completed_at', 'w.image_count', 'w.photos_expected', 'w.id as verification_id'])
    .where('v.id', '=', id)
    .executeTakeFirstOrThrow();
  return { photos, parts: n, ...of };
};

// Covers: threat-38
test('only a photo that the agent’s own visit names is accepted', async () => {
  const { id, at, bytes } = await visit('red');
  const [mine, body] = [at[0] as [string, string], bytes[0] as Buffer];
  const other: [string, string] = [id, '0'.repeat(64)];
  for (const answer of [
    await put(other, body),
    await request('PUT', mine, { body, ...{ by: ravi } }),
    await request('HEAD', mine, { by: ravi }),
    await request('HEAD', other),
  ]) {
    expect(answer.statusCode).toBe(404);
  }
  expect(await stored(id)).toMatchObject({ photos: [], parts: 0 });
});

// Covers: phone-8
test('photos complete the visit one by one, each as the phone described it', async () => {
  const { id, at, bytes, applicantId } = await visit('red', 'blue');
  const [first, second] = at as [[string, string], [string, string]];
  expect((await put(second, bytes[1] as Buffer)).json()).toEqual({
    ...{ state: 'stored', offset: bytes[1]?.length },
  });
  expect(await stored(id)).toMatchObject({ completed_at: null, image_count: 1, parts: 0 });
  expect((await put(first, bytes[0] as Buffer)).statusCode).toBe(200);
  const whole = await stored(id);
  expect(whole).toMatchObject({ image_count: 2, photos_expected: 2, parts: 0 });
  expect(whole.completed_at).not.toBeNull();
  expect(whole.photos).toMatchObject([
    {
      ...{ position: 0, verification_id: whole.verification_id, shows: 'door', accuracy_m: 12 },
      ...{ source: 'viewfinder', captured_at: '2026-03-05T05:00:00.000Z' },
      capture: { mono_ms: 62_000, fix_age_ms: 900, fix: { latitude: 19.08 } },
    },
    { position: 1 },
  ]);
  for (const [at, { id: photo }] of whole.photos.entries()) {
    const original = await running.platform.photos.get(pictureKey('photo', photo, 'original'));
    expect(Buffer.from(original).equals(bytes[at] as Buffer)).toBe(true);
  }
  const hashed = await running.db
    .selectFrom('photo_hashes as h')
    .innerJoin('photos as p', 'p.id', 'h.photo_id')
    .innerJoin('visits as v', (on) =>
      on.onRef('v.id', '=', 'p.visit_id').onRef('v.agent_id', '=', 'h.agent_id'),
    )
    .select('p.position')
    .where('v.id', '=', id)
    .orderBy('p.position')
    .execute();
  expect(hashed.map(({ position }) => position)).toEqual([0, 1]);
  const audit = await auditOf(running.db, 'verification', whole.verification_id ?? 0);
  expect(audit.map(({ action }) => action)).toEqual(['create', 'photos_received']);
  expect(await auditOf(running.db, 'applicant', applicantId)).toHaveLength(1);
  expect(await head(first)).toEqual([204, String(bytes[0]?.length), '?1']);
  expect((await put(first, bytes[0] as Buffer)).json()).toMatchObject({ state: 'stored' });
  expect((await stored(id)).photos).toHaveLength(2);
});

// Covers: phone-9
test('a photo continues where it broke off, and nowhere else', async () => {
  const { id, at, bytes } = await visit('red');
  const [place, whole] = [at[0] as [string, string], bytes[0] as Buffer];
  const length = { 'upload-length': String(whole.length) };
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
  expect((await put(place, whole.subarray(5_000), 5_000, length)).json()).toMatchObject({
    state: 'stored',
  });
  expect((await stored(id)).photos).toHaveLength(1);
});

// Covers: fault-57
test('a photo whose last byte arrived before a crash is stored at the next request for it', async () => {
  const { id, at, bytes } = await visit('red', 'blue');
  for (const [index, [visit_id, sha256]] of at.entries()) {
    await running.db
      .insertInto('photo_parts')
      .values({
        ...{ visit_id, start: 0, bytes: bytes[index] as Buffer },
        sha256: Buffer.from(sha256, 'hex'),
      })
      .execute();
  }
  const [asked, sent] = at as [[string, string], [string, string]];
  expect(await head(asked)).toEqual([204, String(bytes[0]?.length), '?1']);
  const answer = await put(sent, Buffer.alloc(0), bytes[1]?.length);
  expect(answer.json()).toMatchObject({ state: 'stored' });
  expect(await stored(id)).toMatchObject({ parts: 0, photos: [{ position: 0 }, { position: 1 }] });
});

// Covers: fault-60
test.each([
  ['insert into "photos"', 0],
  ['commit', pictureFiles.length],
])(
  'if the database stops answering at %s, the files that the photo’s row may still reference are not deleted',
  async (statement, files) => {
    const { id, at, bytes } = await visit('red');
    const [[, sha256] = ['', '']] = at;
    const { platform, db, owner } = running;
    const actor = { id: asha.user.id, requestId: null, address: null };
    const named = await findNamedFile(db, { visitId: id, sha256, agentId: actor.id });
    const line = await startLine(owner, statement);
    const left = await filesLeftBy(running, async () => {
      const photo = { named: named as NamedPhoto, bytes: bytes[0] as Buffer };
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
  const { id, at, bytes } = await visit('red');
  const [place, whole] = [at[0] as [string, string], bytes[0] as Buffer];
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
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([
        400,
        ['Upload-Length'],
      ]);
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
  const { id, at, bytes } = await visit('red');
  const [place, whole] = [at[0] as [string, string], bytes[0] as Buffer];
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
    const { id, at, bytes } = await visit('red');
    const place = at[0] as [string, string];
    const capitals: typeof place = [place[0].toUpperCase(), place[1]];
    const left = await filesLeftBy(running, async () => {
      const places = [place, capitals, place, capitals];
      const answers = await Promise.all(places.map((one) => put(one, bytes[0] as Buffer)));
      for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode);
      expect(answers.map(({ statusCode }) => statusCode)).toContain(200);
    });
    expect(await stored(id)).toMatchObject({ parts: 0, image_count: 1, photos: [{}] });
    expect(left).toHaveLength(pictureFiles.length);
  }
});

// Covers: threat-6
test('a photo is not stored if its agent was deactivated while it arrived', async () => {
  const agent = await signIn(running, 'agent');
  const [photo, bytes] = await noisyPhoto('red');
  const { id } = await addPhoneVisit(running, agent, [photo]);
  async function* arriving() {
    yield bytes.subarray(0, 20_000);
    await changeRows(running.db, 'users', { id: agent.user.id }, { is_active: false });
    yield bytes.subarray(20_000);
  }
  const left = await filesLeftBy(running, async () => {
    const answer = await running.app.inject({
      method: 'PUT',
      url: `/api/v1/agent/visits/${id}/photos/${photo.sha256}/`,
      headers: {
        authorization: agent.headers.authorization,
        ...{ 'content-type': 'application/octet-stream', 'content-length': String(bytes.length) },
      },
      payload: Readable.from(arriving()),
    });
    expect(answer.statusCode).toBe(401);
  });
  expect(left).toEqual([]);
  expect((await stored(id)).photos).toEqual([]);
});

// Covers: phone-7, threat-37
test('a photo may be encrypted with the server’s key, also in parts', async () => {
  const { id, at, bytes } = await visit('red');
  const place = at[0] as [string, string];
  const key = await running.app.inject({
    method: 'GET',
    url: '/api/v1/agent/server-key/',
    headers: asha.headers ?? {},
  });
  const encrypter = new Encrypter();
  encrypter.addRecipient(key.json().recipient);
  const encrypted = Buffer.from(await encrypter.encrypt(bytes[0] as Buffer));
  const length = { 'upload-length': String(encrypted.length) };
  expect((await put(place, encrypted.subarray(0, 3_000), 0, length)).json().offset).toBe(3_000);
  // Encrypting the photo again makes a different envelope, which can't be combined with the first.
  const again = Buffer.from(await encrypter.encrypt(bytes[0] as Buffer));
  const mixed = await put(place, again.subarray(3_000), 3_000, length);
  expect([mixed.statusCode, mixed.json().code]).toEqual([400, 'hash_differs']);
  expect((await put(place, again, 0, length)).json()).toEqual({
    ...{ state: 'stored', offset: again.length },
  });
  const [photo] = (await stored(id)).photos;
  const original = await running.platform.photos.get(
    pictureKey('photo', photo?.id ?? '', 'original'),
  );
  expect(Buffer.from(original).equals(bytes[0] as Buffer)).toBe(true);
});

test('a photo that arrives byte by byte is stored in few parts', async () => {
  const { id, at, bytes } = await visit('red');
  const [place, whole] = [at[0] as [string, string], bytes[0] as Buffer];
  const length = { 'upload-length': String(whole.length) };
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
  const { at } = await visit('red');
  const asked = Array.from({ length: 40 }, () => head(at[0] as [string, string]));
  const answers = (await Promise.all(asked)).map(([status]) => status);
  expect(answers).toContain(204);
  expect(answers).toContain(503);
});

test('parts are deleted if nothing has arrived for long', async () => {
  const [old, young] = [await visit('red'), await visit('blue')];
  for (const { at, bytes } of [old, young]) {
    await put(at[0] as [string, string], (bytes[0] as Buffer).subarray(0, 1_000));
  }
  const { photoPartDays } = serverLimits;
  const age = (id: string, days: number) =>
    changeRows(
      running.db,
      'photo_parts',
      { visit_id: id },
      { stored_at: new Date(Date.now() - days * 86_400_000) },
    );
  await age(old.id, photoPartDays + 1);
  await age(young.id, photoPartDays - 1);
  await sweepParts(running.db, photoPartDays);
  expect([(await stored(old.id)).parts, (await stored(young.id)).parts]).toEqual([0, 1]);
});
