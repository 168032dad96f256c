import type { ManifestPhoto } from '@doorstep/contract/visits/manifest';
import type { OwnVisit } from '@doorstep/contract/visits/own-visit';
import { expect, test } from 'vitest';
import { changeRows } from '../../../testing/rows.ts';
import { signIn, startSharedApp } from '../../../testing/test-app.ts';
import { addPhoneVisit, photoOf, sendPhoneFile } from '../../../testing/visits/phone-visit.ts';

const running = await startSharedApp();
const asha = await signIn(running, 'agent');
const ravi = await signIn(running, 'agent');
const admin = await signIn(running, 'admin');

const read = (id: string) => asha.get(`agent/visits/${id}/`);

async function visited(more: Partial<ManifestPhoto> = {}) {
  const [photo, bytes] = await photoOf('olive');
  const { sha256 } = photo;
  const { id, applicantId } = await addPhoneVisit(running, asha, [{ ...photo, ...more }]);
  const sent = await sendPhoneFile(running, asha, { visitId: id, sha256, bytes });
  expect(sent.statusCode).toBe(200);
  return { id, applicantId, sha256 };
}

// Covers: phone-16
test('agents read their own statements, and open the photos by the links of the answer', async () => {
  const { id, sha256 } = await visited();
  const answer = await read(id.toUpperCase());
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  const visit = answer.json<OwnVisit>();
  expect(visit).toMatchObject({
    ...{ visit_id: id, state: 'received', outcome: 'met', overall_observation: 'positive' },
    ...{ is_final: true, arrived_at: '2026-03-05T04:59:59.750Z', photos_expected: 1 },
    facts: { addressConfirmed: 'Yes' },
    statement: { neighbour1_name: 'Sunita', remark: 'Met at home' },
    photos: [{ sha256, shows: 'door' }],
  });
  // Agents don't see the office's decisions, notes and places.
  expect(answer.body).not.toMatch(
    /decision|resol|colleague|standing|held_because|verification_id|agent|latitude|original_url/,
  );
  for (const link of [visit.photos[0]?.url ?? '', visit.photos[0]?.thumbnail_url ?? '']) {
    expect((await asha.get(link)).statusCode).toBe(200);
    expect((await ravi.get(link)).statusCode).toBe(404);
  }
});

// Covers: door-photos-3
test('the office sees which photos the agent cropped', async () => {
  const croppedAt = async (more?: Partial<ManifestPhoto>) => {
    const { applicantId } = await visited(more);
    return (await admin.get(`applicants/${applicantId}/visits/`)).json().results[0].photos;
  };
  const cropped_from = { width: 1600, height: 1200 };
  expect(await croppedAt({ cropped_from })).toMatchObject([{ is_cropped: true }]);
  expect(await croppedAt()).toMatchObject([{ is_cropped: false }]);
});

// Covers: phone-16
test('an agent can read a visit whose task went to a colleague, or that was decided', async () => {
  const { id, applicantId } = await visited();
  await changeRows(
    running.db,
    'applicants',
    { id: applicantId },
    { status: 'assigned', assigned_agent_id: ravi.user.id },
  );
  await changeRows(
    running.db,
    'verifications',
    { visit_id: id },
    { admin_decision: 'negative', decided_by: admin.user.id, decided_at: new Date() },
  );
  expect((await read(id)).json()).toMatchObject({ state: 'decided', outcome: 'met' });
});
