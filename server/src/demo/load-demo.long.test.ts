import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { ReportRenderingFailed } from '../features/reports/render/report-renderer.ts';
import { preparePhoto } from '../storage/photos/prepare-photo.ts';
import { startSharedApp } from '../testing/test-app.ts';
import { JobLate } from '../work/child-pool.ts';
import { loadDemo } from './load-demo.ts';

const server = await startSharedApp();
const lines: string[] = [];
const now = new Date('2026-03-05T10:00:00Z');
const { renderer } = server.platform;
const { render } = renderer;
// Simulates a computer on which the report engine starts slowly.
renderer.render = async () => {
  renderer.render = render;
  throw new ReportRenderingFailed('Late', { cause: new JobLate() });
};
await loadDemo(server.platform, (line) => lines.push(line), now);

test('a photo contains its own time and place', async () => {
  const photos = await server.db
    .selectFrom('photos')
    .select(['id', 'taken_at', 'latitude', 'longitude', 'width'])
    .limit(3)
    .execute();
  expect(photos).toHaveLength(3);
  for (const photo of photos) {
    const original = await server.platform.photos.get(`photos/${photo.id}/original`);
    const read = await preparePhoto(original, { timeZone: 'UTC' });
    expect(read.width).toBe(photo.width);
    const second = Math.floor(Date.parse(photo.taken_at ?? '') / 1000) * 1000;
    expect(Date.parse(read.takenAt ?? '')).toBe(second);
    expect(read.latitude).toBeCloseTo(photo.latitude ?? 0, 5);
    expect(read.longitude).toBeCloseTo(photo.longitude ?? 0, 5);
  }
});

test('reports of both kinds are issued: one from the facts, then one with a complete form', async () => {
  const reports = await server.db
    .selectFrom('reports')
    .innerJoin('verifications', 'verifications.id', 'reports.verification_id')
    .innerJoin('applicants', 'applicants.id', 'verifications.applicant_id')
    .select(['template', 'version', 'origin', 'form', 'visit_type', 'finished_at'])
    .orderBy('reports.id')
    .execute();
  expect(reports).toMatchObject([
    { visit_type: 'RESIDENCE', template: 'residence', version: 1, origin: 'generated' },
    { visit_type: 'RESIDENCE', template: 'residence', version: 2, origin: 'sent' },
    { visit_type: 'OFFICE', template: 'office', version: 1, origin: 'generated' },
    { visit_type: 'OFFICE', template: 'office', version: 2, origin: 'sent' },
  ]);
  for (const { origin, form, finished_at } of reports) {
    expect(finished_at).not.toBeNull();
    const empty = Object.entries(form as object).filter(([, value]) => value === '');
    if (origin === 'sent') expect(empty).toEqual([]);
  }
});

test('some visits have a signature, and some an answer without one', async () => {
  const rows = await server.db.selectFrom('signatures').selectAll().execute();
  const answers = new Set(rows.map(({ answer }) => answer));
  expect(answers).toEqual(new Set(['signed', 'declined', 'not_asked']));
  for (const { picture_id, sha256 } of rows.filter(({ answer }) => answer === 'signed')) {
    const original = await server.platform.photos.get(`photos/${picture_id}/original`);
    expect(createHash('sha256').update(original).digest()).toEqual(sha256);
  }
});

test('a database with data is not changed', async () => {
  const before = lines.length;
  await loadDemo(server.platform, (line) => lines.push(line), now);
  expect(lines).toHaveLength(before);
});

test('attempts, a held visit, and a send-back of each kind are present, one story each', async () => {
  const { db } = server;
  const held = await db
    .selectFrom('visits as n')
    .innerJoin('applicants as a', 'a.id', 'n.applicant_id')
    .select(['n.agent_id', 'n.held_because', 'n.photos_expected'])
    .select(['a.status', 'a.assigned_agent_id'])
    .select((eb) =>
      eb
        .selectFrom('photos')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('visit_id', '=', 'n.id')
        .where('verification_id', 'is', null)
        .as('photos'),
    )
    .where('n.standing', '=', 'held')
    .execute();
  expect(held).toMatchObject([
    { held_because: 'reassigned', status: 'assigned', photos_expected: 6, photos: 6 },
  ]);
  expect(held[0]?.assigned_agent_id).not.toBe(held[0]?.agent_id);

  const sentBack = await db
    .selectFrom('send_backs as s')
    .innerJoin('verifications as v', 'v.id', 's.verification_id')
    .innerJoin('applicants as a', 'a.id', 'v.applicant_id')
    .leftJoin('verifications as answer', 'answer.visit_id', 's.answered_by')
    .select(['a.id', 'a.status', 'v.id as sent_back', 'answer.id as answer', 'answer.applicant_id'])
    .orderBy('s.id')
    .execute();
  expect(sentBack).toMatchObject([{ status: 'visited' }, { status: 'assigned', answer: null }]);
  const [answered] = sentBack;
  expect(answered?.applicant_id).toBe(answered?.id);
  expect(answered?.answer).toBeGreaterThan(answered?.sent_back ?? 0);

  const attempts = await db
    .selectFrom('visits as n')
    .innerJoin('applicants as a', 'a.id', 'n.applicant_id')
    .select(['a.status', 'n.arrived_at', 'a.created_at'])
    .where('n.is_final', '=', false)
    .execute();
  const statuses = attempts.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set(['assigned', 'visited', 'submitted']));
  for (const { arrived_at, created_at } of attempts) {
    expect(Date.parse(arrived_at ?? '')).toBeGreaterThan(Date.parse(created_at));
  }
  const met = await db
    .selectFrom('verifications as v')
    .innerJoin('visits as n', 'n.id', 'v.visit_id')
    .select(['n.facts'])
    .where('v.outcome', '=', 'met')
    .execute();
  expect(met.filter(({ facts }) => Object.values(facts).includes(''))).toEqual([]);
  expect(met.every(({ facts }) => Object.keys(facts).length > 5)).toBe(true);
});
