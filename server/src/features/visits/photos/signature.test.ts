import { createHash } from 'node:crypto';
import type { Verification } from '@doorstep/contract/verifications';
import type { VisitManifest } from '@doorstep/contract/visits/manifest';
import { expect, test } from 'vitest';
import { pictureFiles, pictureKey } from '../../../storage/photos/photo-keys.ts';
import { countImages, readPdf } from '../../../testing/reports/pdf-text.ts';
import { readRow, readRows } from '../../../testing/rows.ts';
import { addApplicant, auditOf, signIn, startSharedApp } from '../../../testing/test-app.ts';
import {
  manifestOf,
  photoOf,
  sendManifest,
  sendPhoneFile,
  signatureOf,
} from '../../../testing/visits/phone-visit.ts';
import { visitFileOf } from '../../../testing/visits/visit-file.ts';
import { applyRetention } from '../../retention/retention-service.ts';
import { sweepBlobs } from '../../retention/sweep-blobs.ts';
import { takeInVisit } from '../office/take-in-service.ts';

const running = await startSharedApp();
const { db, platform } = running;
const asha = await signIn(running, 'agent');
const ravi = await signIn(running, 'agent');
const admin = await signIn(running, 'admin');

async function send(more: Partial<VisitManifest>) {
  const applicant = await addApplicant(db, { assigned_agent_id: asha.user.id });
  const manifest = manifestOf({ applicant_id: applicant.id, ...more });
  return { manifest, applicant, ...(await sendManifest(running, asha, manifest)) };
}
const put = (visitId: string, sha256: string, bytes: Buffer) =>
  sendPhoneFile(running, asha, { visitId, sha256, bytes });
const receipt = async (visitId: string) =>
  (await asha.get(`agent/receipts/?visits=${visitId}`)).json().receipts[0].state;
async function verificationOf(applicantId: number): Promise<Verification> {
  const { id } = await readRow(db, 'verifications', { applicant_id: applicantId }, ['id']);
  return (await admin.get(`verification_tasks/${id}/`)).json();
}
const rowsOf = (visit_id: string) => readRows(db, 'signatures', { visit_id });

// Covers: threat-52
test('a signature arrives like a photo, and counts as none', async () => {
  const { signature, bytes } = await signatureOf();
  const [photo, photoBytes] = await photoOf('red');
  const { manifest, applicant, body } = await send({ photos: [photo], signature });
  const { visit_id } = manifest;
  const { sha256 } = signature.file;
  expect(body).toMatchObject({ state: 'waiting_photos', missing: [sha256, photo.sha256] });
  expect((await put(visit_id, photo.sha256, photoBytes)).statusCode).toBe(200);
  // The receipt must not be `received` yet, because the phone would delete the signature.
  expect(await receipt(visit_id)).toBe('waiting_photos');
  expect(await verificationOf(applicant.id)).toMatchObject({
    signature: { answer: 'signed', url: null },
  });
  for (const _ of ['first', 'again']) {
    expect((await put(visit_id, sha256, bytes)).json()).toMatchObject({ state: 'stored' });
  }
  expect(await receipt(visit_id)).toBe('received');

  const found = await verificationOf(applicant.id);
  expect(found).toMatchObject({ image_count: 1, photos_expected: 1 });
  expect([found.photos.length, found.image_urls.length]).toEqual([1, 1]);
  const { words } = signature;
  expect(found.signature).toMatchObject({
    ...{ answer: 'signed', words, at: '2026-03-05T05:09:59.750Z' },
  });
  const url = found.signature?.url ?? '';
  for (const viewer of [admin, asha]) {
    expect((await viewer.get(url)).headers['content-type']).toBe('image/jpeg');
  }
  expect((await ravi.get(url)).statusCode).toBe(404);
  const visits = (await admin.get(`applicants/${applicant.id}/visits/`)).json().results;
  expect(visits).toMatchObject([{ signature: { answer: 'signed', words } }]);
  const own = (await asha.get(`agent/visits/${visit_id}/`)).json();
  expect(own).toMatchObject({ signature: { answer: 'signed' }, photos_expected: 1 });
  const audit = await auditOf(db, 'verification', found.verification_id);
  expect(audit[0]?.after).toMatchObject({ photos: [photo.sha256], signature: sha256 });
});

test('the report shows the signature, and the words of consent', async () => {
  const { signature, bytes } = await signatureOf();
  const facts = { person_met: 'Sunita Verma', relationWithApp: 'Spouse' };
  const { manifest, applicant } = await send({ signature, facts });
  const report = async () => {
    const { application_id } = applicant;
    const wanted = { application_id, template_type: 'professional' };
    const answer = await admin.post('pdf-generator/generate_pdf/', wanted);
    const { text } = await readPdf(answer.rawPayload);
    return { text, images: await countImages(answer.rawPayload) };
  };
  const before = await report();
  expect(before.text).toContain('This signature can');
  await put(manifest.visit_id, signature.file.sha256, bytes);
  const after = await report();
  expect(after.text).toContain('Sunita Verma, spouse');
  expect(after.text).toContain(signature.words);
  expect(after.text).not.toContain('This signature can');
  expect(after.images).toBe(before.images + 1);
});

test('an answer without a picture completes a visit, and an older phone sends none', async () => {
  const declined = { answer: 'declined', at: '2026-03-05T10:40:00+05:30', words: 'I agree.' };
  const one = await send({ signature: { ...declined, file: null } as VisitManifest['signature'] });
  expect(one.body).toMatchObject({ state: 'received', missing: [] });
  const { signature } = await verificationOf(one.applicant.id);
  expect(signature).toMatchObject({ answer: 'declined', url: null });
  const two = await send({});
  expect(two.body).toMatchObject({ state: 'received' });
  expect((await verificationOf(two.applicant.id)).signature).toBeNull();
});

test('a file that is no picture, or a wrong description, is rejected', async () => {
  const { signature } = await signatureOf();
  const text = Buffer.from('<svg onload="alert(1)"/>');
  const sha256 = createHash('sha256').update(text).digest('hex');
  const file = { ...signature.file, sha256, bytes: text.length };
  const { manifest } = await send({ signature: { ...signature, file } });
  expect((await put(manifest.visit_id, sha256, text)).statusCode).toBe(400);
  expect(await rowsOf(manifest.visit_id)).toMatchObject([{ picture_id: null }]);
  const [photo] = await photoOf('red');
  for (const wrong of [
    { signature: { ...signature, file: null } },
    { signature: { ...signature, file: { ...file, bytes: 30_721 } } },
    { signature: { ...signature, words: 'My number is 2345 6789 0124' } },
    { signature: { ...signature, file: { ...file, sha256: photo.sha256 } }, photos: [photo] },
  ]) {
    expect((await send(wrong as Partial<VisitManifest>)).status).toBe(400);
  }
});

test('the file of a visit contains the signature', async () => {
  const { signature, bytes } = await signatureOf();
  const [photo, photoBytes] = await photoOf('blue');
  const applicant = await addApplicant(db, { assigned_agent_id: asha.user.id });
  const manifest = manifestOf({ applicant_id: applicant.id, photos: [photo], signature });
  const actor = { id: admin.user.id, requestId: 'a test', address: '127.0.0.1' };
  const file = await visitFileOf(running, manifest, [bytes, photoBytes]);
  expect(await takeInVisit(platform, actor, file)).toMatchObject({ state: 'held' });
  const [visit] = (await admin.get(`applicants/${applicant.id}/visits/`)).json().results;
  expect(visit).toMatchObject({ signature: { url: expect.stringContaining('/media/photo/') } });
  expect(visit.photos).toHaveLength(1);
  const without = await visitFileOf(running, manifest, [photoBytes]);
  const damaged = { code: 'visit_file_damaged' };
  await expect(takeInVisit(platform, actor, without)).rejects.toMatchObject(damaged);
});

// Covers: threat-33, threat-52
test('retention deletes the picture with the photos, and the answer with the applicant', async () => {
  const { signature, bytes } = await signatureOf();
  const { manifest, applicant } = await send({ signature });
  const { visit_id } = manifest;
  await put(visit_id, signature.file.sha256, bytes);
  const picture = (await rowsOf(visit_id))[0]?.picture_id ?? '';
  const there = () =>
    Promise.all(pictureFiles.map((f) => platform.photos.exists(pictureKey('photo', picture, f))));
  const later = new Date(Date.now() + 100 * 86_400_000);
  expect(await sweepBlobs(platform, { now: later, dryRun: true })).toEqual([]);
  const { verification_id } = await verificationOf(applicant.id);
  const positive = { decision: 'positive' };
  await admin.post(`verification_tasks/${verification_id}/admin-decision/`, positive);
  await applyRetention({ ...platform, retention: { photos: 90, applicants: 0 } }, later);
  expect(await there()).toEqual(pictureFiles.map(() => false));
  expect(await rowsOf(visit_id)).toMatchObject([{ answer: 'signed', picture_id: null }]);
  const expired = expect.objectContaining({ action: 'expire_photos', before: { signatures: 1 } });
  expect(await auditOf(db, 'applicant', applicant.id)).toContainEqual(expired);
  await applyRetention({ ...platform, retention: { photos: 90, applicants: 90 } }, later);
  expect(await rowsOf(visit_id)).toEqual([]);
});
