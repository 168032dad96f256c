import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewVisit } from '../../domain/visits/visit-rows.ts';
import { addApplicant, addUser } from '../../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { sendVisit, visitOf } from '../../testing/visits/recorded-visit.ts';
import { findReportCase } from './report-store.ts';

const mumbai = { latitude: 19.08, longitude: 72.88 };

let test_: TestDatabase;
beforeAll(async () => {
  test_ = await createTestDatabase();
});
afterAll(() => test_.drop());

/** What the report says was looked at of a visit with these places, after it was checked. */
async function partsOf(agentId: number, place: Partial<NewVisit>, pin_code = '400001') {
  const { db } = test_;
  const applicant = await addApplicant(db, { assigned_agent_id: agentId, pin_code });
  const visit = visitOf(applicant.id, agentId, {
    ...{ arrived_at: '2026-03-05T05:00:00Z', clock_offset_ms: 0, ...place },
  });
  const { id: visitId } = await sendVisit(db, visit);
  const { id } = await db
    .updateTable('verifications')
    .set({ evidence_checked_at: new Date() })
    .where('visit_id', '=', visitId)
    .returning('id')
    .executeTakeFirstOrThrow();
  return (await findReportCase(db, id))?.checked_parts;
}

// Covers: evidence-12
test('a place counts as looked at where it is as exact as the thresholds in force ask', async () => {
  const { db } = test_;
  const { id: agentId } = await addUser(db, 'agent');
  const partsAt = (accuracy_m: number) => partsOf(agentId, { ...mumbai, accuracy_m });
  const set = (changed: object) =>
    db
      .insertInto('evidence_thresholds')
      .values({ changed: JSON.stringify(changed), set_by: agentId })
      .execute();
  const all = ['place', 'travel'];
  expect([await partsAt(200), await partsAt(201), await partsAt(5_001)]).toEqual([
    ...[all, ['place'], []],
  ]);
  await set({ travelExactM: 50, districtExactM: 150 });
  expect([await partsAt(50), await partsAt(51), await partsAt(151)]).toEqual([all, ['place'], []]);
  // Another change set both back.
  await set({ shortSeconds: 90 });
  expect([await partsAt(200), await partsAt(5_000)]).toEqual([all, ['place']]);
});

// Covers: evidence-12
test('a place counts as looked at only where a check could hold it against the address', async () => {
  const { db } = test_;
  const { id: agentId } = await addUser(db, 'agent');
  const ofUnknown = { ...mumbai, accuracy_m: null };
  expect(await partsOf(agentId, ofUnknown)).toEqual(['place']);
  // Far from all of India: a place where the phone says how well it knew it, else perhaps a client's placeholder.
  expect(await partsOf(agentId, { latitude: 25.2, longitude: 55.3, accuracy_m: 5 })).toEqual([
    ...['place', 'travel'],
  ]);
  expect(await partsOf(agentId, { latitude: 0, longitude: 0, accuracy_m: null })).toEqual([]);
  // No table knows where this pin code is, before the provider's own has one beside it.
  expect(await partsOf(agentId, ofUnknown, '999999')).toEqual([]);
  await db
    .insertInto('pin_places')
    .values({ pin_code: '999998', ...mumbai })
    .execute();
  expect(await partsOf(agentId, ofUnknown, '999999')).toEqual(['place']);
  expect(await partsOf(agentId, ofUnknown, '998999')).toEqual([]);
});
