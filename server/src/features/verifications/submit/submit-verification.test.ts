import { createHash, randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../../app.ts';
import { workOfEachProcess } from '../../../jobs/periodic-work.ts';
import { pictureFiles, pictureKey } from '../../../storage/photos/photo-keys.ts';
import { changeRows, readRow, readRows } from '../../../testing/rows.ts';
import { startLine } from '../../../testing/services/held-line.ts';
import { drawPhoto, filesLeftBy, submission } from '../../../testing/submission.ts';
import { startSubmitting } from '../../../testing/submitting.ts';
import {
  addApplicant,
  auditOf,
  closeAfterTest,
  signIn,
  startTestApp,
} from '../../../testing/test-app.ts';
import { sweepSubmissions } from './submission-service.ts';

const { running, agent, other, admin, assigned, send, sendParts, visitsOf, statusOf } =
  await startSubmitting();
const { photos: store } = running.platform;

/** Runs `work` before each file is stored. Returns a function that restores the store. */
function beforeEachFile(work: (key: string) => unknown) {
  const { put } = store;
  store.put = async (key, bytes) => {
    await work(key);
    await put(key, bytes);
  };
  return () => {
    store.put = put;
  };
}
const failAtReports = (key: string) => {
  if (key.endsWith('/report')) throw new Error('no space left');
};

// Covers: threat-10
test('only an applicant that the agent has or had can be visited', async () => {
  const foreign = await assigned(other);
  const unassigned = await addApplicant(running.db);
  const photos = [await drawPhoto('red')];
  for (const application_id of ['NONE', ...[foreign, unassigned].map((a) => a.application_id)]) {
    const left = await filesLeftBy(running, async () =>
      expect(await send({ application_id, photos })).toMatchObject({
        status: 404,
        body: { detail: 'Application not found.' },
      }),
    );
    expect(left).toEqual([]);
  }
  expect(await visitsOf(foreign.id)).toEqual([]);
});

test('an idempotency key of 8 to 100 visible characters is required', async () => {
  const { application_id } = await assigned();
  for (const key of ['', 'short', 'with a space', 'x'.repeat(101)]) {
    const { status, body } = await send({ application_id, key });
    expect(status, key).toBe(400);
    expect(body.errors, key).toHaveProperty('Idempotency-Key');
  }
  const { headers, ...sent } = await submission(agent, { application_id });
  const { 'idempotency-key': _, ...without } = headers;
  const answer = await running.app.inject({ ...sent, headers: without });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().errors).toHaveProperty('Idempotency-Key');
});

// Covers: threat-12, asvs-2
test('each wrong field is named', async () => {
  const { application_id } = await assigned();
  for (const [fields, field] of [
    [{ overall_observation: 'maybe' }, 'overall_observation'],
    [{ latitude: '91' }, 'latitude'],
    [{ longitude: 'east' }, 'longitude'],
    [{ remark: 'x'.repeat(4001) }, 'remark'],
    [{ remark: 'His Aadhaar: 2345-6789-0124' }, 'remark'],
    [{ neighbour2_feedback: '२३४५ ६७८९ ०१२४' }, 'neighbour2_feedback'],
    [{ neighbour1_name: 'Asha\u202e oaR' }, 'neighbour1_name'],
    [{ remark: 'x'.repeat(70_000) }, 'remark'],
  ] as const) {
    const { status, body } = await send({ application_id, fields: { ...fields } });
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toEqual([field]);
  }
});

test('a field that is sent twice, or a photo in another field, is named', async () => {
  const { application_id } = await assigned();
  const application = ['application_id', application_id] as [string, string];
  const twice = await sendParts(application, ['remark', 'One'], ['remark', 'Two']);
  expect(twice.json()).toMatchObject({ errors: { remark: ['remark was sent twice'] } });
  const image = await sendParts(application, ['image', await drawPhoto('red')]);
  expect(image.json()).toMatchObject({
    errors: { image: ['Send files in the field photos, not in image.'] },
  });
});

test('a body that is no form is rejected', async () => {
  const answer = await running.app.inject({
    ...(await submission(agent, { application_id: 'X' })),
    headers: { ...agent.headers, 'idempotency-key': randomUUID() },
    payload: { application_id: 'X' },
  });
  expect(answer.statusCode).toBe(415);
});

// Covers: threat-15, asvs-5
test('an invalid photo, one too large, or one too many is named, and nothing stays', async () => {
  const { application_id, id } = await assigned();
  const good = await drawPhoto('green');
  const cases: [Uint8Array[], RegExp][] = [
    [[good, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')], /^Photo 2: .*JPEG/],
    [[good.subarray(0, good.length / 2)], /^Photo 1: .*damaged/],
    [[good, good, Buffer.alloc(10_485_761, good)], /^Photo 3 is larger than 10 MB/],
    [Array.from({ length: 13 }, () => good), /^At most 12 photos/],
  ];
  for (const [photos, text] of cases) {
    const left = await filesLeftBy(running, async () =>
      expect(await send({ application_id, photos })).toMatchObject({
        status: 400,
        body: { errors: { photos: [expect.stringMatching(text)] } },
      }),
    );
    expect(left).toEqual([]);
  }
  expect(await visitsOf(id)).toEqual([]);
  expect(await statusOf(id)).toBe('assigned');
});

test('a submission is stored with its photos, their original bytes, and audited', async () => {
  const applicant = await assigned();
  const photos = await Promise.all(['navy', 'gold', 'plum'].map((colour) => drawPhoto(colour)));
  photos[2] = await sharp(photos[2]).jpeg().toBuffer();
  const { status, body } = await send({
    application_id: applicant.application_id,
    photos,
    fields: { neighbour1_name: 'सुनीता', latitude: '19.076', longitude: '72.8777' },
  });
  expect(status).toBe(201);
  expect(body).toEqual({
    success: true,
    message: 'Verification submitted.',
    verification_id: expect.any(Number),
    image_count: 3,
  });

  const [visit] = await visitsOf(applicant.id);
  expect(visit).toMatchObject({
    id: body.verification_id,
    agent_id: agent.user.id,
    neighbour1_name: 'सुनीता',
    latitude: 19.076,
    admin_decision: 'pending',
  });
  expect(await statusOf(applicant.id)).toBe('visited');

  const rows = await readRows(running.db, 'photos', { verification_id: body.verification_id });
  rows.sort((one, two) => one.position - two.position);
  expect(rows.map((row) => row.kind)).toEqual(Array(3).fill('image/jpeg'));
  // The last photo has no EXIF.
  const takenAt = '2026-03-05T05:00:00.000Z';
  expect(rows.map((row) => row.taken_at)).toEqual([takenAt, takenAt, null]);
  for (const [index, row] of rows.entries()) {
    const original = await store.get(pictureKey('photo', row.id, 'original'));
    expect(Buffer.from(original).equals(photos[index] as Buffer)).toBe(true);
    expect(row.sha256.toString('hex')).toBe(createHash('sha256').update(original).digest('hex'));
    for (const file of pictureFiles) {
      expect(await store.exists(pictureKey('photo', row.id, file))).toBe(true);
    }
    const hashes = await readRow(running.db, 'photo_hashes', { photo_id: row.id });
    expect(hashes.agent_id).toBe(agent.user.id);
  }

  expect(await auditOf(running.db, 'verification', body.verification_id)).toMatchObject([
    {
      ...{ actor_id: agent.user.id, action: 'create', before: null },
      after: { overall_observation: 'positive' },
    },
  ]);
  expect(await auditOf(running.db, 'applicant', applicant.id)).toMatchObject([
    { action: 'visit', before: { status: 'assigned' }, after: { status: 'visited' } },
  ]);
});

test('a submission is also a visit, with its photos from files', async () => {
  const { application_id, id } = await assigned();
  const photos = [await drawPhoto('olive')];
  const fields = { remark: 'Met the wife', latitude: '19.076', longitude: '72.8777' };
  const { body } = await send({ application_id, photos, fields });
  const [visit, ...others] = await readRows(running.db, 'visits', { applicant_id: id });
  expect(others).toEqual([]);
  expect(visit).toMatchObject({
    ...{ agent_id: agent.user.id, is_final: true, standing: 'counted' },
    ...{ latitude: 19.076, photos_expected: 1, manifest: null, facts: {} },
    statement: { remark: 'Met the wife', overall_observation: 'positive' },
    completed_at: expect.any(String),
  });
  const verification_id = body.verification_id;
  const verification = await readRow(running.db, 'verifications', { id: verification_id });
  expect(verification).toMatchObject({ visit_id: visit?.id, photos_expected: 1, image_count: 1 });
  const stored = await readRows(running.db, 'photos', { visit_id: visit?.id ?? '' });
  expect(stored).toMatchObject([{ verification_id, source: 'file', shows: '' }]);
});

test('a submission, which has no outcome, gets none', async () => {
  const { application_id, id } = await assigned();
  const { verification_id } = (await send({ application_id })).body;
  const read = async (path: string) => (await admin.get(path)).json();
  expect((await read(`verification_tasks/${verification_id}/`)).outcome).toBeNull();
  for (const list of [
    `verification_tasks/?fields=list&search=${application_id}`,
    `applicants/${id}/visits/`,
  ]) {
    expect((await read(list)).results).toMatchObject([{ verification_id, outcome: null }]);
  }
  const [created] = await auditOf(running.db, 'verification', verification_id);
  expect(created?.after).not.toHaveProperty('outcome');
});

test('an applicant named by the first text parts is looked up before a photo is stored', async () => {
  const { application_id } = await assigned(other);
  const photo = await drawPhoto('red');
  let stored = 0;
  onTestFinished(beforeEachFile(() => (stored += 1)));
  expect(await send({ application_id, photos: [photo, photo] })).toMatchObject({ status: 404 });
  expect(stored).toBe(0);

  // Photos that come before the text parts are stored first, but the submission is still rejected.
  const answer = await sendParts(
    ['photos', photo],
    ['application_id', application_id],
    ['overall_observation', 'positive'],
  );
  expect(answer.statusCode).toBe(404);
  expect(stored).toBe(pictureFiles.length);
});

test('an agent deactivated while sending is rejected, and nothing stays', async () => {
  const leaver = await signIn(running, 'agent');
  const { application_id, id } = await assigned(leaver);
  const photos = [await drawPhoto('tan')];
  const left = await filesLeftBy(running, async () => {
    beforeEachFile(() =>
      changeRows(running.db, 'users', { id: leaver.user.id }, { is_active: false }),
    );
    expect((await send({ application_id, photos }, leaver)).status).toBe(401);
  });
  expect(left).toEqual([]);
  expect(await visitsOf(id)).toEqual([]);
});

// Covers: fault-17
test('a failing store is a 503 and leaves neither row nor file', async () => {
  const { application_id, id } = await assigned();
  const left = await filesLeftBy(running, async () => {
    beforeEachFile(failAtReports);
    const answer = await send({ application_id, photos: [await drawPhoto('red')] });
    expect(answer.status).toBe(503);
    expect(JSON.stringify(answer.body)).not.toContain('no space');
  });
  expect(left).toEqual([]);
  expect(await visitsOf(id)).toEqual([]);
});

// Covers: fault-19
test('leftovers of a failed submission are deleted by the next sweep, but nothing that has a row', async () => {
  const { application_id } = await assigned();
  const sweep = workOfEachProcess(running.platform, () => {}).find(({ failure }) =>
    failure.startsWith('Files left by submissions'),
  );
  const left = await filesLeftBy(running, async () => {
    const heal = beforeEachFile(failAtReports);
    const { delete: remove } = store;
    store.delete = async () => {
      throw new Error('away');
    };
    expect((await send({ application_id, photos: [await drawPhoto('red')] })).status).toBe(503);
    heal();
    store.delete = remove;
    const again = await send({ application_id, photos: [await drawPhoto('blue')] });
    expect(again.status).toBe(201);
    const { verification_id } = again.body;
    const rows = await readRows(running.db, 'photos', { verification_id }, ['id']);
    await sweep?.run(new AbortController().signal);
    for (const { id } of rows) {
      expect(await store.exists(pictureKey('photo', id, 'original'))).toBe(true);
    }
  });
  expect(left).toHaveLength(pictureFiles.length);
});

// Covers: fault-60
test.each([
  ['insert into "photos"', 0],
  ['commit', pictureFiles.length],
])(
  'if the database stops answering at %s, a later sweep leaves the files that its row may still reference',
  async (statement, files) => {
    const { id, application_id } = await assigned();
    const line = await startLine(running.owner, statement);
    const behind = await buildApp({ ...running.platform, db: line.db }, running.config);
    const request = await submission(agent, { application_id, photos: [await drawPhoto('olive')] });
    const left = await filesLeftBy(running, async () => {
      expect((await behind.inject(request)).statusCode).toBe(503);
      await sweepSubmissions(running.platform);
      await line.pass();
    });
    await behind.close();
    expect(left).toHaveLength(files);
    expect(await visitsOf(id)).toHaveLength(files > 0 ? 1 : 0);
  },
);

// Covers: fault-36
test('a connection that breaks while sending leaves neither row nor file', async () => {
  const own = closeAfterTest(await startTestApp());
  const sender = await signIn(own, 'agent');
  const applicant = await addApplicant(own.db, { assigned_agent_id: sender.user.id });
  const address = await own.app.listen({ port: 0, host: '127.0.0.1' });
  const { url, headers, payload } = await submission(sender, {
    application_id: applicant.application_id,
    photos: [await drawPhoto('teal'), await drawPhoto('navy', 4000)],
  });
  const stored = new Set<string>();
  const { put, delete: remove } = own.platform.photos;
  const firstStored = Promise.withResolvers<void>();
  own.platform.photos.put = async (key, bytes) => {
    await put(key, bytes);
    stored.add(key);
    if (stored.size === pictureFiles.length) firstStored.resolve();
  };
  own.platform.photos.delete = async (key) => {
    await remove(key);
    stored.delete(key);
  };
  const request = httpRequest(address + url, { method: 'POST', headers });
  request.on('error', () => {});
  request.write(payload.subarray(0, payload.length - 2000));
  await firstStored.promise;
  request.destroy();
  await expect.poll(() => [...stored]).toEqual([]);
  expect(await own.db.selectFrom('verifications').selectAll().execute()).toEqual([]);
});

test('over a real connection a rejection reaches a client that is still sending', async () => {
  const own = closeAfterTest(await startTestApp());
  const sender = await signIn(own, 'agent');
  const address = await own.app.listen({ port: 0, host: '127.0.0.1' });
  const { application_id } = await addApplicant(own.db, { assigned_agent_id: sender.user.id });
  const { url, headers, payload } = await submission(sender, {
    application_id,
    photos: [Buffer.from('no photo'), ...Array.from({ length: 8 }, () => Buffer.alloc(9_000_000))],
  });
  const answer = await fetch(address + url, { method: 'POST', headers, body: payload });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    errors: { photos: [expect.stringMatching('Photo 1')] },
  });
});
