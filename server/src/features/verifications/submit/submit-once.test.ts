import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { pictureFiles } from '../../../storage/photos/photo-keys.ts';
import { readRow, readRows } from '../../../testing/rows.ts';
import { drawPhoto, filesLeftBy, type Submission, submit } from '../../../testing/submission.ts';
import { addApplicant, signIn, startSharedApp } from '../../../testing/test-app.ts';

const running = await startSharedApp();
const agent = await signIn(running, 'agent');
const other = await signIn(running, 'agent');
const admin = await signIn(running, 'admin');

const assigned = (to = agent) => addApplicant(running.db, { assigned_agent_id: to.user.id });
const send = async (sent: Submission, by = agent) => {
  const answer = await submit(running, by, sent);
  return { status: answer.statusCode, body: answer.json() };
};
const visitsOf = (applicantId: number) =>
  readRows(running.db, 'verifications', { applicant_id: applicantId });
const statusOf = async (id: number) =>
  (await readRow(running.db, 'applicants', { id }, ['status'])).status;

const held = (held_because: string, image_count = 0) => ({
  status: 201,
  body: {
    success: true,
    message: 'The visit was received. An admin will settle it.',
    ...{ verification_id: null, image_count, held_because },
  },
});
const setAside = async (id: number) => {
  const visit = await readRow(running.db, 'visits', { applicant_id: id, standing: 'held' }, ['id']);
  const answer = await admin.post(`held-visits/${visit.id}/set-aside/`, { note: 'Visited twice' });
  expect(answer.statusCode).toBe(200);
};
const assign = (id: number, assigned_agent_name: string) =>
  admin.patch(`applicants/${id}/`, { assigned_agent_name });
const remove = (id: number) => admin.delete(`applicants/${id}/`);

// Covers: held-visits-12
test.each([
  ['reassigned', async (id: number) => assign(id, other.user.name)],
  ['applicant_deleted', remove],
  [
    'already_visited',
    async (_: number, application_id: string) => submit(running, agent, { application_id }),
  ],
])('a late submission is held with its photos: %s', async (reason, change) => {
  const { application_id, id } = await assigned();
  expect((await change(id, application_id)).statusCode).toBeLessThan(300);
  const before = await statusOf(id);
  const key = randomUUID();
  const photos = [await drawPhoto('pink'), await drawPhoto('cyan')];
  const left = await filesLeftBy(running, async () => {
    expect(await send({ application_id, key, photos })).toEqual(held(reason, 2));
    // A repeated submission is not held twice, and other contents with the same key are rejected.
    expect(await send({ application_id, key, photos })).toEqual(held(reason, 2));
    expect(await send({ application_id, key })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_taken' },
    });
  });
  expect(left).toHaveLength(2 * pictureFiles.length);
  expect(await statusOf(id)).toBe(before);
  const visit = await readRow(running.db, 'visits', { applicant_id: id, standing: 'held' }, [
    'id',
    'agent_id',
    'held_because',
    'photos_expected',
  ]);
  expect(visit).toMatchObject({ agent_id: agent.user.id, held_because: reason });

  const used = await admin.post(`held-visits/${visit.id}/use/`, {});
  const { verification_id } = used.json();
  const verification = await readRow(running.db, 'verifications', { id: verification_id }, [
    'agent_id',
    'image_count',
    'photos_expected',
  ]);
  expect(verification).toEqual({ agent_id: agent.user.id, image_count: 2, photos_expected: 2 });
  expect((await send({ application_id, key, photos })).body).toMatchObject({ verification_id });
});

test('a repetition of a held submission that was set aside gets that answer', async () => {
  const { application_id, id } = await assigned();
  await assign(id, other.user.name);
  const key = randomUUID();
  const first = await send({ application_id, key });
  expect(first).toEqual(held('reassigned'));
  await setAside(id);
  expect(await send({ application_id, key })).toEqual({
    ...first,
    body: { ...first.body, message: 'The visit was received, but an admin set it aside.' },
  });
});

test('the same submission under new keys is held once, and counts once there is room for it', async () => {
  const { application_id, id } = await assigned();
  await assign(id, other.user.name);
  const photos = [await drawPhoto('olive')];
  const left = await filesLeftBy(running, async () => {
    for (const key of [randomUUID(), randomUUID(), randomUUID()]) {
      expect(await send({ application_id, key, photos })).toEqual(held('reassigned', 1));
    }
  });
  expect(left).toHaveLength(pictureFiles.length);
  const heldVisits = () =>
    readRows(running.db, 'visits', { applicant_id: id, standing: 'held' }, ['id']);
  expect(await heldVisits()).toHaveLength(1);
  // A submission with other contents is another visit.
  expect(await send({ application_id })).toEqual(held('reassigned'));
  expect(await heldVisits()).toHaveLength(2);

  await assign(id, agent.user.name);
  expect((await send({ application_id, photos })).body).toMatchObject({
    verification_id: expect.any(Number),
  });
});

test('the same key and contents get the first answer; other contents a 409', async () => {
  const { application_id, id } = await assigned();
  const next = await assigned();
  const key = randomUUID();
  const photos = [await drawPhoto('pink')];
  const first = await send({ application_id, key, photos });
  expect(first.status).toBe(201);

  const left = await filesLeftBy(running, async () => {
    expect(await send({ application_id, key, photos })).toEqual(first);
    for (const other of [
      { application_id, photos: [await drawPhoto('cyan')] },
      { application_id, photos: [] },
      { application_id, photos, fields: { remark: 'Another' } },
      { application_id: next.application_id, photos },
    ]) {
      expect(await send({ ...other, key })).toMatchObject({
        status: 409,
        body: { code: 'idempotency_key_taken' },
      });
    }
  });
  expect(left).toEqual([]);
  expect(await visitsOf(id)).toHaveLength(1);
  expect(await statusOf(next.id)).toBe('assigned');
});

test('a key belongs to its agent: another agent may use the same', async () => {
  const [mine, theirs, key] = [await assigned(), await assigned(other), randomUUID()];
  expect((await send({ application_id: mine.application_id, key })).status).toBe(201);
  expect((await send({ application_id: theirs.application_id, key }, other)).status).toBe(201);
});

// Covers: fault-36
test('the same submission several times at the same time is stored once and gets the same answer', async () => {
  const photos = [await drawPhoto('lime'), await drawPhoto('teal')];
  for (let round = 0; round < 5; round += 1) {
    const { application_id, id } = await assigned();
    const key = randomUUID();
    const left = await filesLeftBy(running, async () => {
      const answers = await Promise.all([1, 2, 3].map(() => send({ application_id, key, photos })));
      expect(answers[0]?.status).toBe(201);
      expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    });
    expect(await visitsOf(id)).toHaveLength(1);
    expect(left).toHaveLength(2 * pictureFiles.length);
  }
});

test('one key for two applications at the same time: one is stored, the other a 409', async () => {
  for (let round = 0; round < 10; round += 1) {
    const both = [await assigned(), await assigned()];
    const key = randomUUID();
    const answers = await Promise.all(
      both.map(({ application_id }) => send({ application_id, key })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
    const visits = await Promise.all(both.map(({ id }) => visitsOf(id)));
    expect(visits.flat()).toHaveLength(1);
  }
});

test('a submission during a reassignment: both orders end in a consistent state', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { application_id, id } = await assigned();
    const [sent, reassigned] = await Promise.all([
      send({ application_id }),
      assign(id, other.user.name),
    ]);
    expect(reassigned.statusCode).toBe(200);
    expect(sent.status).toBe(201);
    expect(await visitsOf(id)).toHaveLength(sent.body.held_because ? 0 : 1);
    const applicant = await readRow(running.db, 'applicants', { id }, [
      'status',
      'assigned_agent_id',
    ]);
    expect(applicant).toEqual({ status: 'assigned', assigned_agent_id: other.user.id });
  }
});
