import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  addVisitAt,
  hour,
  minute,
  startEvidenceDatabase,
  timeZone,
} from '../../../testing/evidence/evidence-database.ts';
import { readRow } from '../../../testing/rows.ts';
import { addUser } from '../../../testing/test-app.ts';
import { sendVisit, visitOf } from '../../../testing/visits/recorded-visit.ts';
import { runChecks } from '../run-checks.ts';
import { thresholdsWith } from '../thresholds.ts';
import { gatherVerification } from './gather-verification.ts';

const db = await startEvidenceDatabase();

const noon = Date.parse('2026-03-05T06:30:00Z');
const iso = (at: number) => new Date(at).toISOString();
const north = (metres: number) => ({
  ...{ latitude: 19.1136 + metres / 111_195, longitude: 72.8697, accuracy_m: 12 },
});
const visitAt = (agentId: number, at: number, more: Parameters<typeof addVisitAt>[3] = {}) =>
  addVisitAt(db, agentId, at, { ...north(0), ...more });

const photographed = (visit: { id: string; verificationId: number }, ...moments: number[]) =>
  db
    .insertInto('photos')
    .values(
      moments.map((at, position) => ({
        ...{ id: crypto.randomUUID(), visit_id: visit.id, verification_id: visit.verificationId },
        ...{ position, kind: 'image/jpeg', bytes: 1, width: 1, height: 1 },
        ...{ sha256: randomBytes(32), source: 'viewfinder' as const, captured_at: iso(at) },
      })),
    )
    .execute();

const gather = async (id: number) => {
  const one = await gatherVerification(db, id, thresholdsWith(), timeZone);
  if (!one) throw new Error('The case is gone.');
  return one;
};
const travel = async (id: number) =>
  runChecks(await gather(id), thresholdsWith()).filter(({ check }) => check === 'travel.speed');

// Covers: evidence-3
test('a flood of attempts hides no visit', async () => {
  const { id: agentId } = await addUser(db, 'agent');
  const { id, verificationId, applicantId } = await visitAt(agentId, noon);
  const before = await visitAt(agentId, noon - 5 * minute, north(30_000));
  for (const at of [noon - 11 * hour, noon - 1]) {
    const attempt = visitOf(applicantId, agentId, {
      ...{ is_final: false, arrived_at: iso(at), clock_offset_ms: 0, ...north(0) },
    });
    const { id: sent } = await sendVisit(db, attempt);
    const row = await readRow(db, 'visits', { id: sent });
    await db
      .insertInto('visits')
      .values(
        Array.from({ length: 199 }, () => ({
          ...row,
          id: crypto.randomUUID(),
          ...{ fixes: '[]', facts: '{}', statement: '{}', photos_skipped: '[]', manifest: null },
        })),
      )
      .execute();
  }
  const { others } = await gather(verificationId);
  expect(others).toHaveLength(200);
  expect(others.map((other) => other.id)).toContain(before.id);
  expect(others.map((other) => other.id)).not.toContain(id);
  expect(await travel(verificationId)).toMatchObject([
    { level: 'serious', details: { cases: [before.verificationId] } },
  ]);
});

// Covers: evidence-3
test.each([
  ['13 hours', 13 * hour],
  ['six days', 6 * 24 * hour],
])(
  'visits minutes apart are compared although one phone’s clock was wrong by %s',
  async (_, wrong) => {
    const { id: agentId } = await addUser(db, 'agent');
    const first = await visitAt(agentId, noon - 5 * minute, { ...north(30_000), wrong });
    const second = await visitAt(agentId, noon);
    // By the uncorrected clock, the third visit is close in time to the first one. In reality, it is not.
    const far = await visitAt(agentId, noon + wrong);
    expect((await gather(first.verificationId)).others.map(({ id }) => id)).toEqual([second.id]);
    expect((await gather(second.verificationId)).others.map(({ id }) => id)).toEqual([first.id]);
    expect((await gather(far.verificationId)).others).toEqual([]);
    expect(await travel(second.verificationId)).toMatchObject([{ level: 'serious' }]);
  },
);

// Covers: evidence-3
test('the previous visit is the really previous one, whenever the others were started in the app', async () => {
  const { id: agentId } = await addUser(db, 'agent');
  // The agent started this visit first, and was at its distant door a minute before the checked visit.
  const before = await visitAt(agentId, noon - 3 * hour, north(30_000));
  const earlier: string[] = [];
  // The later one of these visits was started, the earlier its photo was taken.
  for (let nth = 0; nth < 5; nth += 1) {
    const visit = await visitAt(agentId, noon - 2 * hour + nth * minute);
    await photographed(visit, noon - hour - nth * 2 * minute);
    earlier.unshift(visit.id);
  }
  const one = await visitAt(agentId, noon - hour);
  await photographed(before, noon - minute);
  await photographed(one, noon);
  const { others } = await gather(one.verificationId);
  expect(others.map(({ id }) => id)).toEqual([...earlier, before.id]);
  expect(await travel(one.verificationId)).toMatchObject([
    { level: 'serious', details: { cases: [before.verificationId] } },
  ]);
});

// Covers: evidence-3, field-app-30
test('an agent who came twice was not there in between', async () => {
  const { id: agentId } = await addUser(db, 'agent');
  const times = { begun_at: iso(noon - 4 * hour), left_at: iso(noon + hour) };
  const twice = await visitAt(agentId, noon, times);
  await photographed(twice, noon - 4 * hour + minute, noon + minute, noon + 3 * minute);
  const between = await visitAt(agentId, noon - 2 * hour, north(30_000));
  await photographed(between, noon - 2 * hour);
  expect((await gather(twice.verificationId)).visit).toMatchObject({
    begunAt: noon - 4 * hour,
    arrivedAt: noon,
    present: { from: noon + minute, to: noon + 3 * minute },
  });
  expect((await gather(between.verificationId)).others).toMatchObject([
    { id: twice.id, present: { from: noon + minute, to: noon + 3 * minute } },
  ]);
  expect(await travel(twice.verificationId)).toEqual([]);
  expect(await travel(between.verificationId)).toEqual([]);
});
