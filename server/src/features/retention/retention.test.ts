import { randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { applicationRole } from '../../db/application-role.ts';
import { connect } from '../../db/connection.ts';
import { storeKeys } from '../../domain/matches/key-store.ts';
import { pictureFiles, pictureKey } from '../../storage/photos/photo-keys.ts';
import { addFinding } from '../../testing/evidence/add-finding.ts';
import { decide, linksOf, sendForm } from '../../testing/reports/report-requests.ts';
import { changeRows, readRow, readRows } from '../../testing/rows.ts';
import { addVerificationRow, addVisit } from '../../testing/submission.ts';
import {
  addApplicant,
  addUser,
  auditOf,
  closeAfterTest,
  signIn,
  startTestApp,
  type TestApp,
  type Visitor,
} from '../../testing/test-app.ts';
import { countLockWaits } from '../../testing/test-database.ts';
import { callOf } from '../../testing/visits/call.ts';
import {
  manifestOf,
  photoOf,
  sendManifest,
  sendPhoneFile,
} from '../../testing/visits/phone-visit.ts';
import { sendVisit, visitOf } from '../../testing/visits/recorded-visit.ts';
import { findDue, lockDueApplicants } from './due-store.ts';
import {
  applyRetention,
  expireIdentityImages,
  type Needs,
  planIdentityImages,
  planRetention,
} from './retention-service.ts';
import { runAlone } from './retention-store.ts';
import { runRetention } from './run-retention.ts';
import { sweepBlobs } from './sweep-blobs.ts';

let running: TestApp;
let db: TestApp['db'];
let platform: TestApp['platform'] & Needs;
let agent: Visitor;
let admin: Visitor;
beforeEach(async () => {
  running = closeAfterTest(await startTestApp());
  db = running.db;
  platform = { ...running.platform, retention: running.config.retention };
  agent = await signIn(running, 'agent');
  admin = await signIn(running, 'admin');
});

const day = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * day);
const later = daysFromNow(100);
const nothing = { photos: 0, applicants: 0 };
const keeping = (photos: number, applicants: number) => {
  platform.retention = { photos, applicants };
};
/** Adds a visit whose applicant is closed. */
async function addClosed(colours: string[] = []) {
  const visit = await addVisit(running, agent, colours);
  await decide(admin, visit.id, 'positive');
  return visit;
}
const settle = (id: string, how: 'use' | 'set-aside', note: string) =>
  admin.post(`held-visits/${id}/${how}/`, { note });
const read = async (id: number) => (await admin.get(`verification_tasks/${id}/`)).json();
const photoIdsOf = async (id: number): Promise<string[]> =>
  (await read(id)).photos.map((photo: { id: string }) => photo.id);
const filesOf = async (ids: string[]) => {
  const keys = ids.flatMap((id) => pictureFiles.map((file) => pictureKey('photo', id, file)));
  const there = await Promise.all(keys.map((key) => platform.photos.exists(key)));
  return there.filter(Boolean).length;
};

test('without a setting nothing is deleted, whatever its age', async () => {
  const { id } = await addClosed(['teal']);
  const years = daysFromNow(9_999);
  expect(await planRetention(platform, years)).toEqual([]);
  expect(await applyRetention(platform, years)).toEqual(nothing);
  expect((await read(id)).photos).toHaveLength(1);
});

// Covers: threat-33
test('open work and recently closed applicants stay', async () => {
  keeping(90, 90);
  const open = await addVisit(running, agent, ['teal']);
  const young = await addClosed(['navy']);
  await addApplicant(db);
  await addApplicant(db, { assigned_agent_id: agent.user.id });
  const applicants = () => db.selectFrom('applicants').selectAll().orderBy('id').execute();
  const before = await applicants();
  expect(await applyRetention(platform)).toEqual(nothing);
  expect(await applyRetention(platform, daysFromNow(89))).toEqual(nothing);
  expect(await applicants()).toEqual(before);

  await applyRetention(platform, later);
  expect(await read(open.id)).toMatchObject({ photos: [{}], remark: 'Met at home' });
  expect((await read(young.id)).photos).toEqual([]);
});

test('a dry run counts by month and changes nothing', async () => {
  keeping(30, 90);
  const { id } = await addClosed(['teal', 'navy']);
  // The time of the decision is in this month in India, but in the previous month in UTC.
  const now = new Date();
  const closed = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0, 20);
  await changeRows(db, 'verifications', { id }, { decided_at: new Date(closed) });
  const month = now.toISOString().slice(0, 7);
  const months = [{ month, applicants: 1, verifications: 1, photos: 2, reports: 0 }];
  expect(await planRetention(platform, new Date(closed + 130 * day))).toEqual([
    { kind: 'photos', months },
    { kind: 'applicants', months },
  ]);
  expect(await planRetention(platform, new Date(closed + 80 * day))).toEqual([
    { kind: 'photos', months },
    { kind: 'applicants', months: [] },
  ]);
  expect((await read(id)).photos).toHaveLength(2);
});

// Covers: asvs-13
test('photos are deleted with their files, the other data stays, and the audit records it', async () => {
  keeping(90, 0);
  const { id, applicant } = await addClosed(['teal', 'navy']);
  const photoIds = await photoIdsOf(id);
  const sentence = 'Photo 1 was taken 1.9 km from the place of the visit.';
  const photo = { label: 'Photo 1', latitude: 19.1136, longitude: 72.8697, accuracy_m: 12 };
  await addFinding(db, id, {
    ...{ check_id: 'place.photos_apart', sentence },
    details: JSON.stringify({
      ...{ photos: [{ photoId: photoIds[0], otherPhotoId: null }], places: [photo] },
      times: [{ label: 'Arrived', at: later.toISOString() }],
    }),
  });
  const found = async () => (await read(id)).evidence.findings[0];
  expect((await read(id)).evidence.checked_parts).toEqual(['time', 'photos']);
  expect(await found()).toMatchObject({ sentence, places: [photo], photos: [{}], times: [{}] });
  expect(await filesOf(photoIds)).toBe(8);
  expect(await applyRetention(platform, later)).toEqual({ photos: 1, applicants: 0 });
  expect(await filesOf(photoIds)).toBe(0);
  expect(await read(id)).toMatchObject({
    ...{ photos: [], image_count: 2, remark: 'Met at home' },
    applicant: applicant.applicant_name,
  });
  expect(await found()).toMatchObject({ sentence, places: [], photos: [], times: [{}] });
  expect((await read(id)).evidence.checked_parts).toBeUndefined();
  expect(JSON.stringify(await readRows(db, 'evidence_findings', {}))).not.toContain('19.1136');
  const expired = { actor_id: null, action: 'expire_photos', before: { photos: 2 } };
  expect((await auditOf(db, 'verification', id)).at(-1)).toMatchObject(expired);
  expect(await applyRetention(platform, later)).toEqual(nothing);
});

// Covers: threat-33, matches-6
test("personal data is deleted, the summary’s counts stay, and the applicant can't be reopened", async () => {
  keeping(0, 90);
  const { id, applicant } = await addVisit(running, agent, ['teal']);
  const photos = { image_urls: await linksOf(admin, id), photographs_taken: 1 };
  const report = await sendForm(admin, { ...photos, applicantName: applicant.applicant_name });
  expect(report.statusCode).toBe(200);
  await storeKeys(db, [applicant, { ...applicant, id: applicant.id + 1 }]);
  await decide(admin, id, 'positive');
  const range = 'start_date=2020-01-01&end_date=2099-01-01';
  const summary = async () => (await admin.get(`applicants/portfolio-summary/?${range}`)).json();
  const counted = await summary();
  expect(await applyRetention(platform, later)).toEqual({ photos: 1, applicants: 1 });

  const { application_id, applicant_name, address } = applicant;
  for (const table of [
    ...(['applicants', 'applicant_texts', 'verifications', 'reports', 'audit'] as const),
  ]) {
    const kept = JSON.stringify(await readRows(db, table, {})).toLowerCase();
    for (const personal of [application_id, applicant_name, address, 'Met at home']) {
      expect(kept, table).not.toContain(personal.toLowerCase());
    }
  }
  const ofOther = { applicant_ids: [String(applicant.id + 1)] };
  expect(await readRows(db, 'applicant_keys', {}, ['applicant_ids'])).toEqual([
    ...[ofOther, ofOther, ofOther],
  ]);
  expect(await summary()).toEqual(counted);
  expect((await auditOf(db, 'applicant', applicant.id)).at(-1)).toMatchObject({
    ...{ action: 'anonymise', before: { reports: 1, visits: 0, findings_of_others: 0 } },
  });

  const assigned_agent_name = (await signIn(running, 'agent')).user.name;
  const answer = await admin.patch(`applicants/${applicant.id}/`, { assigned_agent_name });
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'anonymised']);
});

// Covers: threat-33, fault-54
test('a run killed between rows and files is completed by the next', async () => {
  keeping(90, 0);
  const { id } = await addClosed(['teal', 'navy']);
  const photoIds = await photoIdsOf(id);
  const { photos } = platform;
  const { delete: remove } = photos;
  let left = 3;
  photos.delete = (key) => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error('killed')) : remove(key);
  };
  await expect(applyRetention(platform, later)).rejects.toThrow('killed');
  photos.delete = remove;
  expect(await filesOf(photoIds)).toBeGreaterThan(0);
  expect((await read(id)).photos).toEqual([]);
  await applyRetention(platform, later);
  expect(await filesOf(photoIds)).toBe(0);
  expect(await readRows(db, 'blobs_to_delete', {})).toEqual([]);
});

// Covers: threat-33
test('identity images are deleted with their files once their user was deleted long enough ago', async () => {
  const { photos } = platform;
  const fileOf = (image: string) => pictureKey('identity', image, 'original');
  const addImages = async (user: { id: number }, deleted_at: Date | null) => {
    const ids = [randomUUID(), randomUUID()];
    const images = ids.map((id) => ({ id, user_id: user.id, kind: 'aadhaar' as const }));
    await db.insertInto('identity_images').values(images).execute();
    for (const id of ids) await photos.put(fileOf(id), Buffer.from('a card'));
    await changeRows(db, 'users', { id: user.id }, { deleted_at });
    return ids;
  };
  const long = await addUser(db, 'agent');
  const gone = await addImages(long, daysFromNow(-91));
  const kept = [
    ...(await addImages(await addUser(db, 'admin'), daysFromNow(-89))),
    ...(await addImages(agent.user, null)),
  ];
  const stored = async () =>
    (await readRows(db, 'identity_images', {}, ['id'])).map(({ id }) => id).sort();
  const said: string[] = [];
  const run = () => runRetention(platform, (line) => said.push(line), new AbortController().signal);

  keeping(30, 0);
  expect(await planIdentityImages(platform)).toEqual({ users: 0, images: 0 });
  await run();
  keeping(0, 90);
  expect(await planIdentityImages(platform)).toEqual({ users: 1, images: 2 });
  expect(await stored()).toEqual([...gone, ...kept].sort());
  await run();
  expect(await stored()).toEqual(kept.sort());
  expect(said).toEqual([expect.stringContaining('identity images of 1 users deleted')]);
  expect(await auditOf(db, 'user', long.id)).toMatchObject([
    {
      ...{ actor_id: null, action: 'expire_images' },
      ...{ before: { identity_images: 2 }, after: { identity_images: 0 } },
    },
  ]);

  const swept = await sweepBlobs(platform, { now: daysFromNow(2) });
  expect(swept.sort()).toEqual(gone.map(fileOf).sort());
  for (const id of kept) expect(await photos.exists(fileOf(id))).toBe(true);
});

test('identity images of many users are deleted in batches, until none is left', async () => {
  keeping(0, 90);
  await sql`with gone as (
      insert into users (name, email, phone_number, password_hash, deleted_at)
      select 'Agent', n || '@gone.test', lpad(n::text, 10, '6'), '', now() - interval '1 year' from generate_series(1, 201) n
      returning id)
    insert into identity_images (id, user_id, kind) select gen_random_uuid(), id, 'pan' from gone`.execute(
    db,
  );
  expect(await expireIdentityImages(platform)).toBe(201);
  expect(await readRows(db, 'identity_images', {})).toEqual([]);
});

test('one run at a time', async () => {
  const inner = await runAlone(db, () => runAlone(db, async () => 'second'));
  expect(inner).toBeUndefined();
  expect(await runAlone(db, async () => 'next')).toBe('next');
});

// Covers: threat-33, facts-7
test('attempts, held visits, facts, manifests, GPS fixes, parts and notes are deleted with the applicant’s data', async () => {
  keeping(0, 90);
  const { applicant } = await addClosed(['teal']);
  const filled = (is_final: boolean) =>
    visitOf(applicant.id, agent.user.id, {
      is_final,
      facts: { person_met: 'Sushila Devi' },
      fixes: [{ latitude: 19, longitude: 72, accuracy_m: 8, at: later.toISOString(), mono_ms: 1 }],
      ...{ latitude: 19, longitude: 72, accuracy_m: 8 },
      manifest: Buffer.from('{"photos":[]}'),
      manifest_signature: Buffer.from('signed'),
    });
  const attempt = await sendVisit(db, filled(false));
  const held = await sendVisit(db, filled(true));
  const unused = await sendVisit(db, filled(true));
  expect(held.heldBecause).toBe('already_visited');
  const used = await settle(held.id, 'use', 'Asked Sushila Devi');
  const answered: number = used.json().verification_id;
  const again = { reasons: ['other'], note: 'Ask Sushila Devi again' };
  await admin.post(`verification_tasks/${answered}/send-back/`, again);
  const newest = (await sendVisit(db, filled(true))).verificationId ?? 0;
  const confirmed = { decision: 'positive', notes: 'Sushila Devi confirmed' };
  await admin.post(`verification_tasks/${newest}/admin-decision/`, confirmed);
  await db
    .insertInto('photo_parts')
    .values({ visit_id: unused.id, sha256: Buffer.alloc(32), start: 0, bytes: Buffer.alloc(9) })
    .execute();
  const photo = await readRow(db, 'photos', {});
  await changeRows(db, 'photos', { id: photo.id }, { verification_id: null, visit_id: attempt.id });
  await settle(unused.id, 'set-aside', 'Sushila Devi was met before');
  await agent.post(`agent/tasks/${applicant.id}/calls/`, callOf());

  const look = { because: 'sample' as const, delays: false, drawn_percent: 5, ended_at: null };
  const first = { first_by: admin.user.id, first_decision: 'positive' as const };
  await db
    .insertInto('second_looks')
    .values({ ...look, ...first, verification_id: newest, first_notes: 'Sushila Devi was met' })
    .execute();

  // One finding belongs to a verification of this applicant. The second finding belongs to a verification of
  // a different applicant, but refers to this applicant.
  const another = await addVerificationRow(db, agent.user.id);
  for (const verification_id of [newest, another.id]) {
    await addFinding(db, verification_id, { other_applicants: [applicant.id] });
  }

  // The three visits with a verification stay, without texts. The attempt and the visit that an admin set
  // aside are deleted.
  expect(await applyRetention(platform, later)).toMatchObject({ applicants: 1 });
  const visits = await readRows(db, 'visits', {});
  expect(visits).toHaveLength(3);
  for (const visit of visits) {
    expect(visit).toMatchObject({ facts: {}, statement: {}, fixes: [], latitude: null });
    expect(visit).toMatchObject({ manifest: null, manifest_signature: null, resolution_note: '' });
  }
  for (const table of ['calls', 'photo_parts', 'photos'] as const) {
    expect(await readRows(db, table, {}), table).toEqual([]);
  }
  expect(await filesOf([photo.id])).toBe(0);
  expect(await readRows(db, 'send_backs', {}, ['note'])).toEqual([{ note: '' }]);
  const audit = await auditOf(db, 'applicant', applicant.id);
  expect(audit).toContainEqual(
    expect.objectContaining({ action: 'expire_photos', before: { unfinished_photos: 1 } }),
  );
  expect(audit.find(({ action }) => action === 'anonymise')?.before).toEqual({
    ...{ reports: 0, visits: 2, calls: 1, send_back_notes: 1 },
    ...{ findings: 1, findings_of_others: 1, callback_notes: 0, dispute_notes: 0 },
    ...{ second_look_notes: 1, messages: 0 },
  });
  for (const table of ['verifications', 'second_looks', 'audit'] as const) {
    expect(JSON.stringify(await readRows(db, table, {})), table).not.toContain('Sushila');
  }
});

test('a visit that arrives after its applicant was anonymised is deleted in its own time', async () => {
  keeping(0, 90);
  const { applicant } = await addClosed();
  await applyRetention(platform, later);
  await sendVisit(db, visitOf(applicant.id, agent.user.id));
  expect(await applyRetention(platform)).toMatchObject({ applicants: 0 });
  expect(await applyRetention(platform, later)).toMatchObject({ applicants: 1 });
  expect(await readRows(db, 'visits', {}, ['statement', 'standing'])).toEqual([
    ...[{ statement: {}, standing: 'counted' }],
  ]);
  expect(await applyRetention(platform, later)).toMatchObject({ applicants: 0 });
});

async function addLateVisit() {
  const { applicant } = await addClosed(['teal']);
  const [photo, bytes] = await photoOf('navy');
  const manifest = manifestOf({ applicant_id: applicant.id, photos: [photo] });
  const { body } = await sendManifest(running, agent, manifest);
  expect(body).toMatchObject({ state: 'held', held_because: 'already_visited' });
  const { visit_id: id } = manifest;
  const file = { visitId: id, sha256: photo.sha256, bytes };
  expect((await sendPhoneFile(running, agent, file)).statusCode).toBe(200);
  await changeRows(db, 'visits', { id }, { received_at: daysFromNow(99) });
  return id;
}

// Covers: fault-55
test('a held visit of a closed applicant stays with its photos, however long it is unsettled', async () => {
  keeping(60, 90);
  const visit = await addLateVisit();
  expect(await applyRetention(platform, daysFromNow(999))).toEqual(nothing);
  const used = await settle(visit, 'use', 'They moved');
  const opened = await read(used.json().verification_id);
  expect(opened).toMatchObject({ photos: [{}], image_count: 1, photos_expected: 1 });
});

test('a visit that arrived after its applicant was closed is stored as long as the applicant', async () => {
  keeping(60, 90);
  const visit = await addLateVisit();
  await settle(visit, 'set-aside', 'Met before');
  for (const [days, gone] of [
    [100, nothing],
    [158, nothing],
    [160, { photos: 1, applicants: 0 }],
    [188, nothing],
    [190, { photos: 0, applicants: 1 }],
  ] as const) {
    expect(await applyRetention(platform, daysFromNow(days))).toEqual(gone);
  }
});

// Covers: threat-33
test('an archive with a report of the applicant omits it, and says so', async () => {
  keeping(0, 90);
  await addClosed();
  const asked = await admin.post('report-archives/', {});
  const archive = `report-archives/${asked.json().id}/`;
  const read = async () => (await admin.get(archive)).json();
  await vi.waitUntil(async () => (await read()).status === 'ready', { timeout: 60_000 });
  expect(await read()).toMatchObject({ total: 1, done: 1, failed: 0 });

  expect(await applyRetention(platform, later)).toMatchObject({ applicants: 1 });
  expect(await read()).toMatchObject({ total: 1, done: 0, failed: 1 });
  const file = await admin.get(`${archive}file/`);
  const files = unzipSync(file.rawPayload);
  expect(Object.keys(files)).toEqual(['reports.csv']);
  expect(Buffer.from(files['reports.csv'] ?? []).toString()).toContain(
    'This report was deleted by retention.',
  );
});

async function closedLongAgo(): Promise<void> {
  await changeRows(db, 'verifications', {}, { decided_at: daysFromNow(-100) });
  await changeRows(db, 'visits', {}, { received_at: daysFromNow(-100) });
}

/**
 * Makes the database reject the first `times` statements that anonymise an applicant, with the SQLSTATE
 * `state`.
 */
async function refuse(times: number, state: string): Promise<void> {
  const owner = connect(running.owner);
  await sql`create sequence refusals`.execute(owner);
  await sql`grant usage on refusals to ${sql.ref(applicationRole)}`.execute(owner);
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
    if nextval('refusals') <= ${sql.lit(times)} then raise 'refused' using errcode = ${sql.lit(state)}; end if;
    return new; end $$`.execute(owner);
  await sql`create trigger refused before update on applicants for each row
    when (new.anonymised_at is not null) execute function refuse()`.execute(owner);
  await owner.destroy();
}

test('a run continues after a deadlock with a request', async () => {
  keeping(0, 90);
  await addClosed();
  await refuse(2, '40P01');
  expect(await applyRetention(platform, later)).toMatchObject({ applicants: 1 });
});

test('a run waits for a photo that is being stored, and blocks no request', async () => {
  keeping(0, 90);
  const { id } = await addClosed(['teal']);
  const storing = await db.startTransaction().execute();
  await sql`select from visits for update`.execute(storing);
  const run = applyRetention(platform, later);
  await vi.waitUntil(async () => (await countLockWaits(db)) > 0, { timeout: 60_000 });
  await changeRows(storing, 'verifications', { id }, { image_count: 1 });
  await storing.commit().execute();
  expect(await run).toMatchObject({ photos: 1, applicants: 1 });
});

test('a change between finding and locking an applicant prevents its deletion', async () => {
  const { applicant } = await addClosed();
  const due = await findDue(db, 'applicants', later, { after: 0, atMost: 9 });
  expect(due).toEqual([applicant.id]);
  await sendVisit(db, visitOf(applicant.id, agent.user.id));
  const held = await db
    .transaction()
    .execute((trx) => lockDueApplicants(trx, 'applicants', later, due));
  expect(held).toEqual([]);
});

test('a failing run reports it, and still deletes files without a row', async () => {
  keeping(0, 90);
  await addClosed();
  const photos = Object.create(platform.photos);
  const deleted: string[] = [];
  photos.delete = async (key: string) => void deleted.push(key);
  const lost = pictureKey('photo', randomUUID(), 'original');
  photos.list = async function* (folder: string) {
    if (lost.startsWith(folder)) yield { key: lost, writtenAt: new Date(0) };
  };
  const watched = { ...platform, photos };
  await refuse(9, '23514');
  await closedLongAgo();
  const run = runRetention(watched, () => {}, new AbortController().signal);
  await expect(run).rejects.toThrow('refused');
  expect(deleted).toEqual([lost]);
});

test('a stopping server leaves the rest to the next run', async () => {
  keeping(0, 90);
  await addClosed();
  await closedLongAgo();
  const said: string[] = [];
  await runRetention(platform, (line) => said.push(line), AbortSignal.abort());
  expect(said).toEqual([]);
  await runRetention(platform, (line) => said.push(line), new AbortController().signal);
  expect(said).toEqual([expect.stringContaining('1 applicants anonymised')]);
});
