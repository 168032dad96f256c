import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApplicant, addUser } from '../../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { sendVisit, visitOf } from '../../testing/visits/recorded-visit.ts';
import { findReportCase } from './report-store.ts';

let test_: TestDatabase;
beforeAll(async () => {
  test_ = await createTestDatabase();
});
afterAll(() => test_.drop());

// Covers: evidence-12
test('a place counts as looked at where it is as exact as the thresholds in force ask', async () => {
  const { db } = test_;
  const { id: agentId } = await addUser(db, 'agent');
  const partsAt = async (accuracy_m: number) => {
    const applicant = await addApplicant(db, { assigned_agent_id: agentId });
    const visit = visitOf(applicant.id, agentId, {
      ...{ latitude: 19.08, longitude: 72.88, accuracy_m },
      ...{ arrived_at: '2026-03-05T05:00:00Z', clock_offset_ms: 0 },
    });
    const { id: visitId } = await sendVisit(db, visit);
    const { id } = await db
      .updateTable('verifications')
      .set({ evidence_checked_at: new Date() })
      .where('visit_id', '=', visitId)
      .returning('id')
      .executeTakeFirstOrThrow();
    return (await findReportCase(db, id))?.checked_parts;
  };
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
