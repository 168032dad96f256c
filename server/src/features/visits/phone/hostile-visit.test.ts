import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import { readRecipient } from '../../../domain/secrets/server-key.ts';
import { readRow, readRows } from '../../../testing/rows.ts';
import { addApplicant, signIn, startSharedApp } from '../../../testing/test-app.ts';
import {
  encryptTo,
  manifestOf,
  photoOf,
  sendManifest,
  sendPhoneVisit,
  unsignedVisit,
} from '../../../testing/visits/phone-visit.ts';

const running = await startSharedApp();
const asha = await signIn(running, 'agent');
const admin = await signIn(running, 'admin');

const { place, statement } = manifestOf({ applicant_id: 1 });
const [photo] = await photoOf('red');

async function send(more: object) {
  const { id } = await addApplicant(running.db, { assigned_agent_id: asha.user.id });
  const manifest = { ...manifestOf({ applicant_id: id }), ...more };
  return { id, manifest, ...(await sendManifest(running, asha, manifest)) };
}
const visitOf = async (id: number) =>
  (await admin.get(`applicants/${id}/visits/`)).json().results[0];

test.each<[string, string, object]>([
  ['an unknown outcome', 'outcome', { outcome: 'asleep' }],
  ['a final visit without observation', 'overall_observation', { overall_observation: null }],
  ['a photo twice', 'photos', { photos: [photo, photo] }],
  [
    ...(['an Aadhaar number', 'statement.remark'] as const),
    { statement: { ...statement, remark: '2345 6789 0124' } },
  ],
  ['a year before all years', 'arrived_at', { arrived_at: '0000-01-01T00:00:00Z' }],
  ['a zone of no place', 'left_at', { left_at: '2026-01-01T00:00:00+23:59' }],
  ['a clock that is ages off', 'clock_offset_ms', { clock_offset_ms: Number.MAX_SAFE_INTEGER }],
  ['a clock that is ages ahead', 'clock_offset_ms', { clock_offset_ms: Number.MIN_SAFE_INTEGER }],
  ['an assignment that does not exist', 'assignment_version', { assignment_version: 3e9 }],
  ['300 digits', 'arrived_at', { arrived_at: `2026-01-01T00:00:00.${'1'.repeat(300)}Z` }],
])('%s is rejected by its field, and lists still work', async (_, field, more) => {
  const { id, status, body } = await send(more);
  expect([status, body.code, Object.keys(body.errors)]).toEqual([400, 'invalid', [field]]);
  expect(await readRows(running.db, 'visits', { applicant_id: id }, ['id'])).toEqual([]);
  expect((await admin.get('verification_tasks/')).statusCode).toBe(200);
});

test('a visit that is no JSON, or an envelope in an envelope, is rejected', async () => {
  const noJson = { ...unsignedVisit({}), manifest: '{' };
  expect((await sendPhoneVisit(running, asha, noJson)).statusCode).toBe(400);
  const nested = JSON.stringify({ envelope: Buffer.from('age').toString('base64') });
  const encrypted = await encryptTo([await readRecipient(running.platform)], nested);
  const envelope = encrypted.toString('base64');
  expect((await sendPhoneVisit(running, asha, { envelope })).json()).toMatchObject({
    errors: { envelope: ['An envelope must contain a visit.'] },
  });
});

test('the largest accepted clock error does not affect lists', async () => {
  for (const [arrived_at, clock_offset_ms] of [
    ['1900-01-01T00:00:00+14:00', 1e13],
    ['2999-12-31T23:59:59-14:00', -1e13],
  ] as const) {
    expect((await send({ arrived_at, clock_offset_ms })).status).toBe(200);
    const list = await admin.get('verification_tasks/');
    const { verification_id } = list.json().results[0];
    expect((await admin.get(`verification_tasks/${verification_id}/`)).statusCode).toBe(200);
  }
});

test('an accuracy too small to store counts as none', async () => {
  const { id, status } = await send({ place: place && { ...place, accuracy_m: 1e-50 } });
  expect(status).toBe(200);
  expect((await visitOf(id)).accuracy_m).toBe(0);
});

test('only the requested facts are stored, whatever their values; the manifest has all of them', async () => {
  const facts = {
    ...{ landmarkObserved: 'Near the\ud800 tank\u0000', totalFamilyMember: 'four or five' },
    ...{ recommended: 'Y', unheardOf: 'x' },
  };
  const remark = 'Met\udc00 at home\u0000';
  const { id, manifest, status } = await send({ facts, statement: { ...statement, remark } });
  expect(status).toBe(200);
  const visit = await visitOf(id);
  expect(visit.facts).toEqual({
    ...{ landmarkObserved: 'Near the\ufffd tank', totalFamilyMember: 'four or five' },
  });
  expect(visit.statement).toEqual({ ...statement, remark: 'Met\ufffd at home' });
  const kept = await readRow(running.db, 'visits', { applicant_id: id }, ['manifest']);
  expect(kept.manifest?.toString('utf8')).toBe(JSON.stringify(manifest));
});

test.each([
  [40, 400],
  [1, 200],
])('an envelope that names %i further recipients is a %i', async (others, status) => {
  const { id } = await addApplicant(running.db, { assigned_agent_id: asha.user.id });
  const sentVisit = JSON.stringify(unsignedVisit(manifestOf({ applicant_id: id })));
  const other = await identityToRecipient(await generateX25519Identity());
  const recipients = [...Array<string>(others).fill(other), await readRecipient(running.platform)];
  const envelope = (await encryptTo(recipients, sentVisit)).toString('base64');
  expect((await sendPhoneVisit(running, asha, { envelope })).statusCode).toBe(status);
});
