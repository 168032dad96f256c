import type { VisitManifest } from '@doorstep/contract/visits/manifest';
import { expect } from 'vitest';
import type { TestApp, Visitor } from '../../test-app.ts';
import { unsignedVisit } from '../phone-visit.ts';
import { ask, assignmentsOf, type People, pairOf, type Run } from './run.ts';

export async function send(
  test: TestApp,
  run: Run,
  by: Visitor,
  manifest: VisitManifest,
): Promise<void> {
  const { visit_id, applicant_id } = manifest;
  const { status, body } = await ask(
    ...([test, by, 'POST', '/api/v1/agent/visits/', unsignedVisit(manifest)] as const),
  );
  const pair = pairOf(applicant_id, by.user.id);
  if (status === 404 && run.assigned.has(pair)) {
    // An admin undid a send-back to this agent, which deleted the assignment.
    expect((await assignmentsOf(test, run)).has(pair)).toBe(false);
  } else if (run.assigned.has(pair)) expect([status, body.visit_id]).toEqual([200, visit_id]);
  else expect([200, 404]).toContain(status);
  if (status === 200) run.sent.set(visit_id, { manifest, by });
}

export const photosOf = (run: Run) =>
  [...run.sent.values()].flatMap(({ manifest: { visit_id, photos }, by }) =>
    photos.map(({ sha256 }) => ({ visit_id, sha256, by })),
  );

const keyOf = ({ visit_id, sha256 }: SentPhoto) => `${visit_id} ${sha256}`;
type SentPhoto = ReturnType<typeof photosOf>[number];

export async function sendPhoto(
  test: TestApp,
  { bytes }: People,
  run: Run,
  photo: SentPhoto | undefined,
  isPart = false,
): Promise<void> {
  if (!photo) return;
  const url = `/api/v1/agent/visits/${photo.visit_id}/photos/${photo.sha256}/`;
  const { authorization } = photo.by.headers;
  const progress = await test.app.inject({ method: 'HEAD', url, headers: { authorization } });
  const offset = Number(progress.headers['upload-offset']);
  const whole = bytes.get(photo.sha256) as Buffer;
  const end = isPart ? Math.ceil((offset + whole.length) / 2) : whole.length;
  const answer = await test.app.inject({
    ...{ method: 'PUT', url, payload: whole.subarray(offset, end) },
    headers: {
      ...{ authorization, 'upload-offset': String(offset) },
      'content-type': 'application/octet-stream',
    },
  });
  // Another connection may have sent a part of the photo since the HEAD request. Then the answer is 409.
  expect([200, 409]).toContain(answer.statusCode);
  if (answer.json().state === 'stored') run.stored.add(keyOf(photo));
}

export async function deliverRest(test: TestApp, people: People, run: Run): Promise<void> {
  for (const { manifest, by } of run.sent.values()) await send(test, run, by, manifest);
  for (const photo of photosOf(run)) await sendPhoto(test, people, run, photo);
  expect(photosOf(run).filter((photo) => !run.stored.has(keyOf(photo)))).toEqual([]);
}
