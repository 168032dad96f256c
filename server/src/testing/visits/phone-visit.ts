import { hash, randomUUID } from 'node:crypto';
import type { ManifestPhoto, VisitManifest } from '@doorstep/contract/visits/manifest';
import sharp from 'sharp';
import type { VisitState } from '../../features/visits/phone/send-visit-service.ts';
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

/** Returns a photo that is large, because it compresses badly: half a byte for each pixel. */
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

export const sendPhoneVisit = ({ app }: TestApp, agent: Visitor, payload: object) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/agent/visits/',
    headers: { authorization: agent.headers.authorization },
    payload,
  });

export const sendPhoneFile = (
  { app }: TestApp,
  agent: Visitor,
  { visitId, sha256, bytes }: { visitId: string; sha256: string; bytes: Buffer },
) =>
  app.inject({
    method: 'PUT',
    url: `/api/v1/agent/visits/${visitId}/photos/${sha256}/`,
    headers: {
      authorization: agent.headers.authorization ?? '',
      'content-type': 'application/octet-stream',
    },
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
  const answer = await sendPhoneVisit(server, agent, unsignedVisit(manifest));
  if (answer.statusCode !== 200) throw new Error(`The visit was rejected: ${answer.body}`);
  return { id: answer.json<VisitState>().visit_id, applicantId: applicant.id };
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
