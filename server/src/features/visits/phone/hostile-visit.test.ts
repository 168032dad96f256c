import type { VisitManifest } from '@doorstep/contract/visits/manifest';
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import { readRecipient } from '../../../domain/secrets/server-key.ts';
import { readRow } from '../../../testing/rows.ts';
import { addApplicant, signIn, startSharedApp } from '../../../testing/test-app.ts';
import { manifestOf, sendPhoneVisit, unsignedVisit } from '../../../testing/visits/phone-visit.ts';

const running = await startSharedApp();
const asha = await signIn(running, 'agent');
const admin = await signIn(running, 'admin');

const { place } = manifestOf({ applicant_id: 1 });
const { statement } = manifestOf({ applicant_id: 1 });

async function send(more: Partial<VisitManifest>) {
  const { id } = await addApplicant(running.db, {
    assigned_agent_id: asha.user.id,
    visit_type: 'RESIDENCE',
  });
  const manifest = manifestOf({ applicant_id: id, ...more });
  const answer = await sendPhoneVisit(running, asha, unsignedVisit(manifest));
  return { id, manifest, status: answer.statusCode, body: answer.json() };
}
const look = async (url: string) => {
  const answer = await running.app.inject({ url, headers: admin.headers ?? {} });
  return { status: answer.statusCode, body: answer.json() };
};

test.each<[string, Partial<VisitManifest>]>([
  ['a year before all years', { arrived_at: '0000-01-01T00:00:00Z' }],
  ['a zone of no place', { left_at: '2026-01-01T00:00:00+23:59' }],
  ['a clock that is ages off', { clock_offset_ms: Number.MAX_SAFE_INTEGER }],
  ['a clock that is ages ahead', { clock_offset_ms: Number.MIN_SAFE_INTEGER }],
  ['an assignment number that does not exist', { assignment_version: 3_000_000_000 }],
  ['a second of 300 digits', { arrived_at: `2026-01-01T00:00:00.${'1'.repeat(300)}Z` }],
])('%s is rejected, and lists still work', async (_, more) => {
  expect(await send(more)).toMatchObject({ status: 400, body: { code: 'invalid' } });
  expect((await look('/api/v1/verification_tasks/')).status).toBe(200);
});

test('the largest accepted clock error does not affect lists', async () => {
  for (const [arrived_at, clock_offset_ms] of [
    ['1900-01-01T00:00:00+14:00', 1e13],
    ['2999-12-31T23:59:59-14:00', -1e13],
  ] as const) {
    expect((await send({ arrived_at, clock_offset_ms })).status).toBe(200);
    const { status, body } = await look('/api/v1/verification_tasks/');
    expect(status).toBe(200);
    const { verification_id } = body.results[0];
    expect((await look(`/api/v1/verification_tasks/${verification_id}/`)).status).toBe(200);
  }
});

test('an accuracy too small to store counts as none', async () => {
  const { id, status } = await send({ place: place && { ...place, accuracy_m: 1e-50 } });
  expect(status).toBe(200);
  const { body } = await look(`/api/v1/applicants/${id}/visits/`);
  expect(body.results[0].accuracy_m).toBe(0);
});

test('only the requested facts are stored, whatever their values; the manifest has all of them', async () => {
  const facts = {
    landmarkObserved: 'Near the\ud800 tank\u0000',
    totalFamilyMember: 'four or five',
    recommended: 'Y',
    unheardOf: 'x',
  };
  const remark = 'Met\udc00 at home\u0000';
  const { id, manifest, status } = await send({ facts, statement: { ...statement, remark } });
  expect(status).toBe(200);
  const { body } = await look(`/api/v1/applicants/${id}/visits/`);
  expect(body.results[0]).toMatchObject({
    facts: { landmarkObserved: 'Near the\ufffd tank', totalFamilyMember: 'four or five' },
    statement: { ...statement, remark: 'Met\ufffd at home' },
  });
  expect(Object.keys(body.results[0].facts)).toHaveLength(2);
  const kept = await readRow(running.db, 'visits', { applicant_id: id }, ['manifest']);
  expect(kept.manifest?.toString('utf8')).toBe(JSON.stringify(manifest));
});

test('an envelope with more recipients than a phone uses is not decrypted', async () => {
  const { id } = await addApplicant(running.db, { assigned_agent_id: asha.user.id });
  const sentVisit = JSON.stringify(unsignedVisit(manifestOf({ applicant_id: id })));
  const other = await identityToRecipient(await generateX25519Identity());
  const recipient = await readRecipient(running.platform);
  for (const [others, status] of [
    [40, 400],
    [1, 200],
  ] as const) {
    const encrypter = new Encrypter();
    for (let count = 0; count < others; count += 1) encrypter.addRecipient(other);
    encrypter.addRecipient(recipient);
    const envelope = Buffer.from(await encrypter.encrypt(sentVisit)).toString('base64');
    const answer = await sendPhoneVisit(running, asha, { envelope });
    expect(answer.statusCode).toBe(status);
  }
});
