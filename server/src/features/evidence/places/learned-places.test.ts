import { expect, test } from 'vitest';
import { caseOf } from '../../../testing/evidence/evidence-case.ts';
import {
  day,
  startEvidenceDatabase,
  timeZone,
} from '../../../testing/evidence/evidence-database.ts';
import { changeRows } from '../../../testing/rows.ts';
import { addApplicant, addUser } from '../../../testing/test-app.ts';
import { sendVisit, visitOf } from '../../../testing/visits/recorded-visit.ts';
import { runChecks } from '../run-checks.ts';
import { thresholdsWith } from '../thresholds.ts';
import { loadOwnPins } from './load-own-pins.ts';
import { lookUpPin } from './pin-of-verification.ts';
import { findLearned, learnPlaces } from './place-store.ts';

const db = await startEvidenceDatabase();

const learning = { timeZone, visits: 20, exactM: 100 };
/** The base time of all visits. It is read once, so that midnight can't separate the visits of one day. */
const begun = Date.now();
const [latitude, longitude] = [18.59, 73.74];
const metre = 1 / 111_195;

interface Taught {
  pinCode: string;
  agentId: number;
  /** The distance north of the centre, in metres. */
  north: number;
  daysAgo: number;
  accuracyM?: number | null;
  decision?: 'positive' | 'negative' | 'pending';
}

async function visit({ pinCode, agentId, north, daysAgo, ...more }: Taught) {
  const applicant = await addApplicant(db, { assigned_agent_id: agentId, pin_code: pinCode });
  const { accuracyM = 20, decision = 'positive' } = more;
  const place = { latitude: latitude + north * metre, longitude, accuracy_m: accuracyM };
  const { id } = await sendVisit(db, visitOf(applicant.id, agentId, place));
  const receivedAt = new Date(begun - daysAgo * day);
  await changeRows(db, 'visits', { id }, { received_at: receivedAt });
  if (decision === 'pending') return;
  await changeRows(
    db,
    'verifications',
    { visit_id: id },
    { admin_decision: decision, decided_by: agentId, decided_at: new Date() },
  );
}

/** Adds visits one after the other. In parallel, they would time out while waiting for a database connection. */
async function visits(count: number, of: (index: number) => Taught) {
  for (let index = 0; index < count; index += 1) await visit(of(index));
}

test('twenty positive visits teach where a pin code is; one at a wrong address changes nothing', async () => {
  const { id: agentId } = await addUser(db, 'agent');
  await visits(19, (index) => ({
    ...{ pinCode: '411057', agentId, daysAgo: index },
    north: (index - 9) * 100,
  }));
  await learnPlaces(db, learning);
  expect(await findLearned(db, '411057')).toBeNull();

  await visit({ pinCode: '411057', agentId, north: 90_000, daysAgo: 30 });
  await learnPlaces(db, learning);
  const learned = await findLearned(db, '411057');
  expect(learned?.visits).toBe(20);
  expect((learned?.latitude ?? 0) - latitude).toBeCloseTo(50 * metre, 6);
  expect(learned?.longitude).toBeCloseTo(longitude, 6);
  // The centre is 50 m north. The 19th nearest visit is 900 m south, so it is 950 m from the centre.
  expect(learned?.p95M).toBeCloseTo(950, 0);
});

test('of an agent’s day three visits count, and none that is inaccurate, negative, open or old', async () => {
  const { id: agentId } = await addUser(db, 'agent');
  const { id: otherId } = await addUser(db, 'agent');
  const pinCode = '411058';
  const one = { pinCode, agentId, north: 0, daysAgo: 3 };
  await visits(30, () => one);
  await visits(16, (index) => ({ ...one, daysAgo: 10 + index }));
  await visits(4, () => ({ ...one, agentId: otherId, accuracyM: 101 }));
  await visit({ ...one, agentId: otherId, accuracyM: null });
  await visit({ ...one, agentId: otherId, decision: 'negative' });
  await visit({ ...one, agentId: otherId, decision: 'pending' });
  await learnPlaces(db, learning);
  expect(await findLearned(db, pinCode)).toBeNull();

  await visit({ ...one, agentId: otherId });
  await learnPlaces(db, learning);
  expect(await findLearned(db, pinCode)).toMatchObject({ visits: 20 });
});

test('a place without enough visits is forgotten', async () => {
  expect(await findLearned(db, '411058')).not.toBeNull();
  await db.updateTable('visits').set({ latitude: null, longitude: null }).execute();
  expect(await learnPlaces(db, learning)).toBe(0);
  expect(await findLearned(db, '411058')).toBeNull();
});

test('a provider’s own table replaces the product’s places of its pin codes, until it is removed', async () => {
  const visited = { latitude: 18.9, longitude: 72.8, accuracyM: 10 };
  const before = await lookUpPin(db, '400001', visited);
  expect(before).toMatchObject({ district: 'Mumbai', learned: null });
  expect(before.around).toHaveLength(100);

  const own = { ...visited, pinCode: '400001', district: 'Fort' };
  await loadOwnPins(db, [own]);
  const with_ = await lookUpPin(db, '400001', visited);
  expect(with_).toMatchObject({ district: 'Fort', roughly: { latitude: 18.9, longitude: 72.8 } });
  expect(with_.around).toHaveLength(100);
  expect(with_.around?.[0]).toEqual({ pinCode: '400001', district: 'Fort', km: 0 });
  expect(with_.around?.filter(({ pinCode }) => pinCode === '400001')).toHaveLength(1);
  await loadOwnPins(db, [{ ...own, district: 'Colaba' }]);
  expect(await lookUpPin(db, '400001', null)).toMatchObject({ district: 'Colaba', around: null });
  const audits = await db
    .selectFrom('audit')
    .select(['before', 'after'])
    .where('action', '=', 'load_pin_places')
    .orderBy('id')
    .execute();
  expect(audits).toEqual([
    { before: { pin_codes: 0 }, after: { pin_codes: 1 } },
    { before: { pin_codes: 1 }, after: { pin_codes: 1 } },
  ]);

  await loadOwnPins(db, []);
  expect(await lookUpPin(db, '400001', visited)).toEqual(before);
});

// Covers: evidence-3
test('with a provider’s table of one city, a phone in another city is still found there', async () => {
  const pune = { latitude: 18.5204, longitude: 73.8567, accuracyM: 10 };
  await loadOwnPins(
    db,
    Array.from({ length: 30 }, (_, nth) => ({
      ...{ pinCode: String(400_001 + nth), latitude: 18.94, longitude: 72.84, district: '' },
    })),
  );
  const pin = await lookUpPin(db, '400001', pune);
  expect(pin).toMatchObject({ district: 'Mumbai' });
  expect(pin.around?.slice(0, 5).map(({ pinCode }) => pinCode.slice(0, 3))).toEqual(
    Array(5).fill('411'),
  );
  const one = caseOf({ pin, photos: [], visit: { place: pune } });
  expect(runChecks(one, thresholdsWith())).toMatchObject([
    { check: 'place.district', level: 'serious' },
  ]);
  await loadOwnPins(db, []);
});

test('if a provider’s table has no district or pin code, the product’s table is used', async () => {
  const visited = { latitude: 18.9, longitude: 72.8, accuracyM: 10 };
  const shipped = await lookUpPin(db, '411057', visited);
  await loadOwnPins(db, [
    { pinCode: '400001', latitude: 18.94, longitude: 72.84, district: '' },
    { pinCode: '410206', latitude: 18.99, longitude: 73.12, district: '' },
  ]);
  expect(await lookUpPin(db, '400001', visited)).toMatchObject({ district: 'Mumbai' });
  expect(await lookUpPin(db, '410206', visited)).toMatchObject({ district: 'Raigarh(MH)' });
  const { district, roughly } = await lookUpPin(db, '411057', visited);
  expect({ district, roughly }).toEqual({ district: 'Pune', roughly: shipped.roughly });
  await loadOwnPins(db, []);
});
