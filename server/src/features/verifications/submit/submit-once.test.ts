import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { pictureFiles } from '../../../storage/photos/photo-keys.ts';
import { readRow, readRows } from '../../../testing/rows.ts';
import { drawPhoto, filesLeftBy, submit } from '../../../testing/submission.ts';
import { keyTaken, startSubmitting } from '../../../testing/submitting.ts';

const { running, agent, other, admin, assigned, send, visitsOf, statusOf } =
  await startSubmitting();

const heldVisitsOf = (applicant_id: number) =>
  readRows(running.db, 'visits', { applicant_id, standing: 'held' });
const held = (held_because: string, image_count = 0) => ({
  status: 201,
  body: {
    success: true,
    message: 'The visit was received. An admin will settle it.',
    ...{ verification_id: null, image_count, held_because },
  },
});
const assign = (id: number, assigned_agent_name: string) =>
  admin.patch(`applicants/${id}/`, { assigned_agent_name });

// Covers: held-visits-12
test.each([
  ['reassigned', (id: number) => assign(id, other.user.name)],
  ['applicant_deleted', (id: number) => admin.delete(`applicants/${id}/`)],
  [
    'already_visited',
    (_: number, application_id: string) => submit(running, agent, { application_id }),
  ],
])('a late submission is held with its photos: %s', async (reason, change) => {
  const { application_id, id } = await assigned();
  expect((await change(id, application_id)).statusCode).toBeLessThan(300);
  const before = await statusOf(id);
  const key = randomUUID();
  const photos = [await drawPhoto('pink'), await drawPhoto('cyan')];
  const left = await filesLeftBy(running, async () => {
    expect(await send({ application_id, key, photos })).toEqual(held(reason, 2));
    // A repeated submission is not held twice, and different contents with the same key are rejected.
    expect(await send({ application_id, key, photos })).toEqual(held(reason, 2));
    expect(await send({ application_id, key })).toMatchObject(keyTaken);
  });
  expect(left).toHaveLength(2 * pictureFiles.length);
  expect(await statusOf(id)).toBe(before);
  const agent_id = agent.user.id;
  const visits = await heldVisitsOf(id);
  expect(visits).toMatchObject([{ agent_id, held_because: reason }]);

  const used = await admin.post(`held-visits/${visits[0]?.id}/use/`, {});
  const { verification_id } = used.json();
  const verification = await readRow(running.db, 'verifications', { id: verification_id });
  expect(verification).toMatchObject({ agent_id, image_count: 2, photos_expected: 2 });
  expect((await send({ application_id, key, photos })).body).toMatchObject({ verification_id });
});

test('a repetition of a held submission that was set aside gets that answer', async () => {
  const { application_id, id } = await assigned();
  await assign(id, other.user.name);
  const key = randomUUID();
  const first = await send({ application_id, key });
  expect(first).toEqual(held('reassigned'));
  const [visit] = await heldVisitsOf(id);
  await admin.post(`held-visits/${visit?.id}/set-aside/`, { note: 'Visited twice' });
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
  expect(await heldVisitsOf(id)).toHaveLength(1);
  // A submission with different contents is held as a new visit.
  expect(await send({ application_id })).toEqual(held('reassigned'));
  expect(await heldVisitsOf(id)).toHaveLength(2);

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
      expect(await send({ ...other, key })).toMatchObject(keyTaken);
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
    const both = [send({ application_id }), assign(id, other.user.name)] as const;
    const [sent, reassigned] = await Promise.all(both);
    expect(reassigned.statusCode).toBe(200);
    expect(sent.status).toBe(201);
    expect(await visitsOf(id)).toHaveLength(sent.body.held_because ? 0 : 1);
    const applicant = await readRow(running.db, 'applicants', { id });
    expect(applicant).toMatchObject({ status: 'assigned', assigned_agent_id: other.user.id });
  }
});
