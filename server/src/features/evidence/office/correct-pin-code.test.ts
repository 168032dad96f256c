import { expect, test } from 'vitest';
import {
  addVisitAt,
  checksOf,
  minute,
  startEvidenceDatabase,
  timeZone,
} from '../../../testing/evidence/evidence-database.ts';
import { addUser } from '../../../testing/test-app.ts';
import { markDue } from '../evidence-store.ts';
import { correctPinCodeOf, dismiss } from './dismissal-service.ts';

const db = await startEvidenceDatabase();
const { id: adminId } = await addUser(db, 'admin');
const actor = { id: adminId, requestId: null, address: null };
const check = checksOf(db, (_, error) => {
  throw error;
});

async function addVisitTo(pin_code: string, agentId: number, minutes = 0) {
  const andheri = { latitude: 19.1136, longitude: 72.8697, accuracy_m: 12 };
  const at = Date.parse('2026-03-05T04:30:00Z') + minutes * minute;
  return (await addVisitAt(db, agentId, at, { pin_code, ...andheri })).verificationId;
}

const correct = (id: number, insteadOf: string, pinCode: string) =>
  correctPinCodeOf(db, actor, { id, adminId, insteadOf, pinCode, timeZone });

async function findingsOf(id: number) {
  const rows = await db
    .selectFrom('evidence_findings')
    .select(['check_id', 'dismissed_because'])
    .where('verification_id', '=', id)
    .where('check_id', 'in', ['place.district', 'place.one_desk', 'place.unusual'])
    .orderBy('check_id')
    .execute();
  return rows.map(({ check_id, dismissed_because }) => [check_id, dismissed_because]);
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
    await dismiss(db, actor, { id, check: finding }, because);
  }
  const dismissed = [
    ['place.district', 'pin_code_wrong'],
    ['place.unusual', 'pin_code_wrong'],
  ];
  // The new finding mentions 150 visits instead of 143. That isn't worse, so the dismissal stays valid.
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
