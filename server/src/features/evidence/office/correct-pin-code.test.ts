import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../db/schema.ts';
import { addApplicant, addUser } from '../../../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { sendVisit, visitOf } from '../../../testing/visits/recorded-visit.ts';
import { dueChecks } from '../check-due.ts';
import { markDue } from '../evidence-store.ts';
import { correctPinCodeOf, dismiss } from './dismissal-service.ts';

let own: TestDatabase;
let db: Kysely<Database>;
let adminId: number;
let check: () => Promise<number>;
beforeAll(async () => {
  own = await createTestDatabase();
  db = own.db;
  adminId = (await addUser(db, 'admin')).id;
  const checkAll = dueChecks({ db, provider: { timeZone: 'Asia/Kolkata' } }, (_, error) => {
    throw error;
  });
  check = () => checkAll(new AbortController().signal);
});
afterAll(() => own.drop());

const andheri = { latitude: 19.1136, longitude: 72.8697, accuracy_m: 12 };
const actor = () => ({ id: adminId, requestId: null, address: null });

async function addVisitTo(pin_code: string, agentId: number, minutes = 0) {
  const applicant = await addApplicant(db, { assigned_agent_id: agentId, pin_code });
  const arrived_at = new Date(Date.parse('2026-03-05T04:30:00Z') + minutes * 60_000).toISOString();
  const place = { ...andheri, arrived_at, left_at: arrived_at, clock_offset_ms: 0 };
  const { verificationId } = await sendVisit(db, visitOf(applicant.id, agentId, place));
  return verificationId ?? 0;
}

const correct = (id: number, insteadOf: string, pinCode: string) =>
  correctPinCodeOf(db, actor(), { id, adminId, insteadOf, pinCode, timeZone: 'Asia/Kolkata' });

async function findingsOf(id: number) {
  const rows = await db
    .selectFrom('evidence_findings')
    .select(['check_id', 'dismissed_because'])
    .where('verification_id', '=', id)
    .orderBy('check_id')
    .execute();
  return rows
    .filter(({ check_id }) => check_id.startsWith('place.'))
    .map(({ check_id, dismissed_because }) => [check_id, dismissed_because]);
}

// Covers: evidence-8
test('a corrected pin code dismisses no finding of one spot; each named verification is checked again', async () => {
  const { id: agentId } = await addUser(db, 'agent');
  const first = await addVisitTo('400093', agentId);
  const second = await addVisitTo('400069', agentId, 30);
  await check();
  const oneDesk = [['place.one_desk', null]];
  expect([await findingsOf(first), await findingsOf(second)]).toEqual([oneDesk, oneDesk]);

  await correct(second, '400069', '400053');
  await check();
  expect([await findingsOf(first), await findingsOf(second)]).toEqual([oneDesk, oneDesk]);

  // Both applicants have the same pin code now, so neither visit has a finding.
  await correct(second, '400053', '400093');
  await check();
  expect([await findingsOf(first), await findingsOf(second)]).toEqual([[], []]);
});

// Covers: evidence-6, evidence-8
test('“pin code is wrong” stays valid until a correction, and no longer if the corrected one fits no better', async () => {
  const { id: agentId } = await addUser(db, 'agent');
  const learn = (pin_code: string, visits: number) =>
    db
      .insertInto('learned_places')
      .values({ pin_code, latitude: 18.6, longitude: 73.76, visits, p95_m: 2_000 })
      .onConflict((pin) => pin.column('pin_code').doUpdateSet({ visits }))
      .execute();
  await learn('411057', 143);
  const id = await addVisitTo('411057', agentId);
  await check();
  for (const finding of ['place.district', 'place.unusual']) {
    const because = { adminId, because: 'pin_code_wrong' as const, note: 'Asked the lender' };
    await dismiss(db, actor(), { id, check: finding }, because);
  }
  const dismissed = [
    ['place.district', 'pin_code_wrong'],
    ['place.unusual', 'pin_code_wrong'],
  ];
  // The new finding mentions 150 visits instead of 143, which isn't worse, so the dismissal stays.
  await learn('411057', 150);
  await markDue(db, [id]);
  await check();
  expect(await findingsOf(id)).toEqual(dismissed);

  await learn('411058', 30);
  await correct(id, '411057', '411058');
  await check();
  expect(await findingsOf(id)).toEqual([
    ['place.district', null],
    ['place.unusual', null],
  ]);
});
