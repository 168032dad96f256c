import { generateKeyPairSync, hash, randomUUID, sign } from 'node:crypto';
import type { ManifestPhoto, VisitManifest } from '@doorstep/contract/visits/manifest';
import { Encrypter } from 'age-encryption';
import sharp from 'sharp';
import { drawPhoto } from '../submission.ts';
import { addApplicant, type TestApp, type Visitor } from '../test-app.ts';

const moment = '2026-03-05T10:30:00+05:30';
const fix = {
  ...{ latitude: 19.08, longitude: 72.88, accuracy_m: 12, at: moment, mono_ms: 61_000 },
};

export function manifestOf(
  more: Partial<VisitManifest> & Pick<VisitManifest, 'applicant_id'>,
): VisitManifest {
  return {
    visit_id: randomUUID(),
    assignment_version: 0,
    app_version: '1.0.0',
    outcome: 'met',
    is_final: true,
    try_again_at: null,
    arrived_at: moment,
    left_at: '2026-03-05T10:41:00+05:30',
    clock_offset_ms: 250,
    place: fix,
    fixes: [fix],
    facts: { addressConfirmed: 'Yes' },
    overall_observation: 'positive',
    statement: {
      ...{ neighbour1_name: 'Sunita', neighbour1_address: 'Next door', neighbour1_feedback: '' },
      ...{ neighbour2_name: '', neighbour2_address: '', neighbour2_feedback: '' },
      ...{ remark: 'Met at home', verification_address: '1 Test Road' },
    },
    photos: [],
    photos_skipped: [],
    ...more,
  };
}

export const attemptOf = (
  more: Partial<VisitManifest> & Pick<VisitManifest, 'applicant_id'>,
): VisitManifest =>
  manifestOf({
    ...{ outcome: 'locked', is_final: false, overall_observation: null, try_again_at: moment },
    ...more,
  });

export const unsignedVisit = (manifest: object) => ({
  ...{ manifest: JSON.stringify(manifest), signature: null, device_id: null },
});

export const photoOf = async (colour: string, size?: number) =>
  describePhoto(await drawPhoto(colour, size));

/** Returns a photo of about half a byte for each pixel, because noise compresses badly. */
export async function noisyPhoto(
  background: string,
  [width, height] = [320, 240],
): Promise<[ManifestPhoto, Buffer]> {
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 60 };
  const create = { width, height, channels: 3 as const, background, noise };
  return describePhoto(await sharp({ create }).jpeg().toBuffer());
}

function describePhoto(bytes: Buffer): [ManifestPhoto, Buffer] {
  const sha256 = hash('sha256', bytes);
  const { length } = bytes;
  return [
    {
      ...{ sha256, bytes: length, width: 480, height: 240, captured_at: moment, mono_ms: 62_000 },
      ...{ fix, fix_age_ms: 900, source: 'viewfinder', shows: 'door' },
    },
    bytes,
  ];
}

/** Encrypts bytes as a phone does, but also for several recipients. */
export async function encryptTo(recipients: string[], bytes: string | Uint8Array): Promise<Buffer> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return Buffer.from(await encrypter.encrypt(bytes));
}

/** Makes the keys of a phone. `signed` returns a visit with the phone's signature of `text`. */
export function newPhone() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const device_id = randomUUID();
  const public_key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' as const };
  return {
    registration: { device_id, public_key, label: 'Redmi 9A' },
    signed: (manifest: object, text = JSON.stringify(manifest)) => ({
      ...{ manifest: JSON.stringify(manifest), device_id },
      signature: sign('sha256', Buffer.from(text), key).toString('base64'),
    }),
  };
}

export const sendPhoneVisit = ({ app }: TestApp, agent: Visitor, payload: object) =>
  app.inject({ method: 'POST', url: '/api/v1/agent/visits/', headers: agent.headers, payload });

/** Sends an unsigned visit. Returns the status and the body of the answer. */
export async function sendManifest(test: TestApp, agent: Visitor, manifest: object) {
  const answer = await sendPhoneVisit(test, agent, unsignedVisit(manifest));
  return { status: answer.statusCode, body: answer.json() };
}

export const sendPhoneFile = (
  { app }: TestApp,
  agent: Visitor,
  { visitId, sha256, bytes }: { visitId: string; sha256: string; bytes: Buffer },
) =>
  app.inject({
    method: 'PUT',
    url: `/api/v1/agent/visits/${visitId}/photos/${sha256}/`,
    headers: { ...agent.headers, 'content-type': 'application/octet-stream' },
    payload: bytes,
  });

export async function addPhoneVisit(
  server: TestApp,
  agent: Visitor,
  photos: ManifestPhoto[] = [],
  more: Partial<VisitManifest> = {},
): Promise<{ id: string; applicantId: number }> {
  const applicant = await addApplicant(server.db, { assigned_agent_id: agent.user.id });
  const manifest = manifestOf({ applicant_id: applicant.id, photos, ...more });
  const answer = await sendManifest(server, agent, manifest);
  if (answer.status !== 200) throw new Error(`The visit was rejected: ${answer.body.detail}`);
  return { id: manifest.visit_id, applicantId: applicant.id };
}

export async function signatureOf(colour = 'white') {
  const create = { width: 400, height: 200, channels: 3 as const, background: colour };
  const bytes = await sharp({ create }).png().toBuffer();
  const sha256 = hash('sha256', bytes);
  const signature = {
    ...{ answer: 'signed' as const, at: '2026-03-05T10:40:00+05:30' },
    words: 'I was visited today by Asha Verma of Doorstep.',
    file: { kind: 'signature' as const, sha256, bytes: bytes.length, width: 400, height: 200 },
  };
  return { signature, bytes };
}
