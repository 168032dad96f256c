import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addPhotoHashes } from '../../../domain/evidence/photo-hashes.ts';
import type { NewVisit } from '../../../domain/visits/visit-rows.ts';
import { day, startEvidenceDatabase } from '../../../testing/evidence/evidence-database.ts';
import { changeRows } from '../../../testing/rows.ts';
import { addApplicant, addUser } from '../../../testing/test-app.ts';
import { sendVisit, visitOf } from '../../../testing/visits/recorded-visit.ts';
import { findMatchingPhotos, sameFilesOf } from './photo-look-up-store.ts';

const db = await startEvidenceDatabase();
const agent = await addUser(db, 'agent');

const limits = { dhash: 6, phash: 8 };
const bits = () => Array.from({ length: 64 }, () => (Math.random() < 0.5 ? '0' : '1')).join('');
/** Returns the bits with the first `count` flipped. */
const turned = (text: string, count: number) =>
  [...text].map((bit, index) => (index < count ? String(1 - Number(bit)) : bit)).join('');

interface Stored {
  applicantId?: number;
  agentId?: number;
  sha256?: Buffer;
  dhash?: string;
  phash?: string;
  texture?: number;
  daysAgo?: number;
  /** Whether the photo is so old that it has no stored hashes. */
  isOld?: boolean;
  visit?: Partial<NewVisit>;
  /** Whether the visit arrived after the applicant was assigned to a colleague. */
  isHeld?: boolean;
}

async function addPhoto(more: Stored = {}) {
  const agentId = more.agentId ?? agent.id;
  const applicantId =
    more.applicantId ?? (await addApplicant(db, { assigned_agent_id: agentId })).id;
  const place = { latitude: 18.5, longitude: 73.8, accuracy_m: 12 };
  if (more.isHeld) {
    const { id: assigned_agent_id } = await addUser(db, 'agent');
    await changeRows(db, 'applicants', { id: applicantId }, { assigned_agent_id });
  }
  const visit = visitOf(applicantId, agentId, { ...place, ...more.visit });
  const { id: visitId, verificationId } = await sendVisit(db, visit);
  const stored = { visitId, verificationId, applicantId, agentId, position: 0 };
  const id = await addPhotoTo(stored, more);
  return { ...stored, id };
}

interface Visited {
  visitId: string;
  verificationId: number | null;
  agentId: number;
  position: number;
}

async function addPhotoTo(of: Visited, more: Stored) {
  const id = randomUUID();
  const { visitId: visit_id, verificationId: verification_id, agentId, position } = of;
  of.position += 1;
  const file = { kind: 'image/jpeg', bytes: 1, width: 1, height: 1 };
  const sha256 = more.sha256 ?? randomBytes(32);
  await db
    .insertInto('photos')
    .values({ id, visit_id, verification_id, position, ...file, sha256 })
    .execute();
  const { dhash = bits(), phash = bits(), texture = 9 } = more;
  const storedAt = new Date(Date.now() - (more.daysAgo ?? 0) * day);
  if (!more.isOld)
    await addPhotoHashes(db, agentId, [{ id, hashes: { dhash, phash, texture } }], storedAt);
  return id;
}

async function elsewhere(photo: { id: string; applicantId: number; agentId: number }) {
  const found = await findMatchingPhotos(db, photo, [photo.id], limits);
  const { sameFile = [], alike = [] } = found.get(photo.id) ?? {};
  return {
    sameFile: sameFile.map(({ photoId }) => photoId),
    alike: alike.map(({ photoId }) => photoId),
  };
}

test('the same file is found whoever sent it, also without hashes, and only from the later verification', async () => {
  const other = await addUser(db, 'agent');
  const sha256 = randomBytes(32);
  const old = await addPhoto({ sha256, agentId: other.id, isOld: true });
  const first = await addPhoto({ sha256, agentId: other.id, daysAgo: 500 });
  const later = await addPhoto({ sha256 });
  const again = await elsewhere(later);
  expect(again.sameFile.sort()).toEqual([old.id, first.id].sort());
  expect(again.alike).toEqual([]);
  expect((await elsewhere(first)).sameFile).toEqual([old.id]);
});

test('for a picture that a client attaches everywhere, not all copies are read', async () => {
  const sha256 = randomBytes(32);
  const { verificationId } = await addPhoto({ sha256 });
  await sql`
    insert into photos (id, verification_id, position, kind, bytes, width, height, sha256)
    select gen_random_uuid(), ${verificationId}, nth, 'image/jpeg', 1, 1, 1, ${sha256} from generate_series(1, 1500) as nth`.execute(
    db,
  );
  const mine = await addPhoto({ sha256 });
  expect((await elsewhere(mine)).sameFile).toHaveLength(100);
  await sql`analyze photos, photo_hashes`.execute(db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (analyze, costs off, timing off, summary off) ${sameFilesOf([mine.id])}`.execute(db);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  // The index may list all copies, but at most a thousand rows are read.
  expect(plan).toMatch(/Limit \(actual rows=1000/);
  expect(plan).not.toMatch(/on photos p \(actual rows=150\d|loops=150\d/);
});

// Covers: evidence-15
test.each([
  ['visit', {}],
  ['attempt', { is_final: false }],
])('an earlier %s at the same door does not count as another verification', async (_, visit) => {
  const same = { sha256: randomBytes(32), dhash: bits(), phash: bits() };
  const { applicantId } = await addPhoto({ ...same, daysAgo: 3, visit });
  await changeRows(db, 'applicants', { id: applicantId }, { status: 'assigned' });
  const revisit = await addPhoto({ ...same, applicantId });
  expect(await elsewhere(revisit)).toEqual({ sameFile: [], alike: [] });
});

// Covers: evidence-3
test('finds what a colleague sent for the same applicant, at a visit or an attempt', async () => {
  const [visited, attempted] = [randomBytes(32), randomBytes(32)];
  const { id: colleague } = await addUser(db, 'agent');
  const attempt = await addPhoto({
    ...{ sha256: attempted, agentId: colleague, daysAgo: 4, visit: { is_final: false } },
  });
  const { applicantId } = attempt;
  const first = await addPhoto({ sha256: visited, agentId: colleague, applicantId, daysAgo: 3 });
  await changeRows(
    db,
    'applicants',
    { id: applicantId },
    { status: 'assigned', assigned_agent_id: agent.id },
  );
  const again = await addPhoto({ sha256: visited, applicantId, daysAgo: 2 });
  const second = await addPhotoTo(again, { sha256: attempted, daysAgo: 2 });
  const found = await findMatchingPhotos(db, again, [again.id, second], limits);
  expect([again.id, second].map((id) => found.get(id)?.sameFile)).toMatchObject([
    [{ photoId: first.id, agentId: colleague, applicant: { id: applicantId } }],
    [{ photoId: attempt.id, agentId: colleague, isAttempt: true }],
  ]);
  expect(await elsewhere(first)).toEqual({ sameFile: [], alike: [] });
});

test('finds a similar photo among the same agent’s of a year, with its verification', async () => {
  const [dhash, phash] = [bits(), bits()];
  const alike = await addPhoto({ dhash: turned(dhash, 6), phash: turned(phash, 8), daysAgo: 364 });
  await addPhoto({ dhash, phash, daysAgo: 366 });
  await addPhoto({ dhash: turned(dhash, 7), phash, daysAgo: 10 });
  await addPhoto({ dhash, phash: turned(phash, 9), daysAgo: 10 });
  await addPhoto({ dhash, phash, daysAgo: 10, agentId: (await addUser(db, 'agent')).id });
  await addPhoto({ dhash, phash, daysAgo: 10, texture: 0.9 });
  const mine = await addPhoto({ dhash, phash });
  const found = await findMatchingPhotos(db, mine, [mine.id], limits);
  const { id, agentId, verificationId, applicantId } = alike;
  expect(found.get(mine.id)?.alike).toEqual([
    {
      ...{ photoId: id, position: 0, verificationId, isAttempt: false },
      ...{ agentId, agentName: agent.name, at: expect.any(Number) },
      applicant: {
        ...{ id: applicantId, applicationId: expect.stringMatching(/^TEST-/) },
        ...{ pinCode: '400001', address: '1 Test Road, Mumbai', portfolioName: 'Test Portfolio' },
      },
      place: { latitude: 18.5, longitude: 73.8, accuracyM: 12 },
      ...{ dhashDistance: 6, phashDistance: 8 },
    },
  ]);
});

// Covers: evidence-15
test('finds a photo of an attempt, or of a held visit, to another applicant as well', async () => {
  const sha256 = randomBytes(32);
  const [dhash, phash] = [bits(), bits()];
  const attempt = await addPhoto({ sha256, daysAgo: 2, visit: { is_final: false } });
  const held = await addPhoto({ dhash, phash, daysAgo: 1, isHeld: true });
  expect([attempt.verificationId, held.verificationId]).toEqual([null, null]);
  const mine = await addPhoto({ sha256, dhash, phash });
  const found = (await findMatchingPhotos(db, mine, [mine.id], limits)).get(mine.id);
  expect(found?.sameFile).toMatchObject([
    {
      ...{ photoId: attempt.id, verificationId: null, isAttempt: true, agentId: agent.id },
      applicant: { id: attempt.applicantId },
      place: { latitude: 18.5, longitude: 73.8, accuracyM: 12 },
    },
  ]);
  expect(found?.sameFile[0]?.at).toBeGreaterThan(Date.now() - day);
  expect(found?.alike).toMatchObject([
    { photoId: held.id, verificationId: null, isAttempt: false },
  ]);
});

// Covers: evidence-3
test('photos of the same door displace no photo of another verification', async () => {
  const [dhash, phash, reused] = [bits(), bits(), { dhash: bits(), phash: bits() }];
  const twelve = Array.from({ length: 12 });
  // Adds an attempt and a co-applicant's visit at the same door, each with twelve photos similar to the
  // checked photos.
  const attempt = await addPhoto({ dhash, phash, daysAgo: 2, visit: { is_final: false } });
  const { applicantId } = attempt;
  const coApplicant = await addPhoto({ dhash, phash, daysAgo: 2 });
  for (const of of [attempt, coApplicant]) {
    for (const _ of twelve.slice(1)) await addPhotoTo(of, { dhash, phash, daysAgo: 2 });
  }
  const other = await addPhoto({ ...reused, daysAgo: 5 });
  const mine = await addPhoto({ dhash, phash, applicantId });
  const own = [mine.id];
  for (const _ of twelve.slice(2)) own.push(await addPhotoTo(mine, { dhash, phash }));
  const copied = await addPhotoTo(mine, { ...reused, dhash: turned(reused.dhash, 4) });
  const found = await findMatchingPhotos(db, mine, [...own, copied], limits);
  expect(found.get(copied)?.alike).toMatchObject([{ photoId: other.id, dhashDistance: 4 }]);
  expect(own.map((id) => found.get(id)?.alike.map((like) => like.applicant.id))).toEqual(
    own.map(() => [coApplicant.applicantId]),
  );
});

test('a photo without texture is similar to none', async () => {
  const [dhash, phash] = [bits(), bits()];
  await addPhoto({ dhash, phash, daysAgo: 1 });
  expect((await elsewhere(await addPhoto({ dhash, phash, texture: 0.9 }))).alike).toEqual([]);
});

test('with several photos, each is compared within its own year, and with its own agent', async () => {
  const [early, late, colleagues] = Array.from({ length: 3 }, () => ({
    ...{ dhash: bits(), phash: bits() },
  }));
  const { id: agentId } = await addUser(db, 'agent');
  await addPhoto({ ...early, daysAgo: 5 });
  await addPhoto({ ...late, daysAgo: 370 });
  await addPhoto({ ...colleagues, daysAgo: 5 });
  const alike = await addPhoto({ ...late, daysAgo: 5 });
  const own = [
    await addPhoto({ ...early, daysAgo: 10 }),
    await addPhoto({ ...late }),
    await addPhoto({ ...colleagues, agentId }),
  ].map(({ id }) => id);
  const found = await findMatchingPhotos(db, { applicantId: 0, agentId: agent.id }, own, limits);
  expect(own.map((id) => found.get(id)?.alike.map(({ photoId }) => photoId))).toEqual([
    ...[[], [alike.id], []],
  ]);
});
