import { afterAll, beforeAll, expect, test } from 'vitest';
import { preparePhoto } from '../storage/photos/prepare-photo.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { loadDemo } from './load-demo.ts';

let server: TestApp;
const lines: string[] = [];
const now = new Date('2026-03-05T10:00:00Z');

beforeAll(async () => {
  server = await startTestApp();
  await loadDemo(server.platform, (line) => lines.push(line), now);
}, 300_000);
afterAll(() => server.close());

test('a photo is stamped with its own time and place', async () => {
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

test('reports of both kinds are issued: one from the facts, then one filled in whole', async () => {
  const reports = await server.db
    .selectFrom('reports')
    .innerJoin('verifications', 'verifications.id', 'reports.verification_id')
    .innerJoin('applicants', 'applicants.id', 'verifications.applicant_id')
    .select(['template', 'version', 'origin', 'form', 'visit_type', 'finished_at'])
    .orderBy('reports.id')
    .execute();
  expect(reports.map(({ template, version, origin }) => [template, version, origin])).toEqual([
    ['residence', 1, 'generated'],
    ['residence', 2, 'sent'],
    ['office', 1, 'generated'],
    ['office', 2, 'sent'],
  ]);
  expect(reports.map((report) => report.visit_type)).toEqual([
    'RESIDENCE',
    'RESIDENCE',
    'OFFICE',
    'OFFICE',
  ]);
  for (const { origin, form, finished_at } of reports) {
    expect(finished_at).not.toBeNull();
    const empty = Object.entries(form as object).filter(([, value]) => value === '');
    if (origin === 'sent') expect(empty).toEqual([]);
  }
});

test('a filled database is left alone', async () => {
  const before = lines.length;
  await loadDemo(server.platform, (line) => lines.push(line), now);
  expect(lines).toHaveLength(before);
});
