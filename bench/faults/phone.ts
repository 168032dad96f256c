import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { VisitManifest } from '../../contract/src/visits/manifest.ts';
import { type Job, json, type Person, write } from './write.ts';

const moment = '2026-03-05T10:30:00+05:30';
const fix = { latitude: 19.08, longitude: 72.88, accuracy_m: 12, at: moment, mono_ms: 61_000 };
const statement = {
  ...{ neighbour1_name: 'Sunita', neighbour1_address: 'Next door', neighbour1_feedback: '' },
  ...{ neighbour2_name: '', neighbour2_address: '', neighbour2_feedback: '' },
  ...{ remark: 'Met at home', verification_address: '1 Test Road' },
};

/**
 * Sends a final visit like an agent's phone: first the manifest, then each photo. An interrupted upload of a
 * photo continues where it broke off.
 */
export async function sendVisit(
  job: Job,
  agent: Person,
  applicant: number,
  photos: Job['office']['photos'],
): Promise<void> {
  const { office, ledger } = job;
  const id = randomUUID();
  const manifest: VisitManifest = {
    ...{ visit_id: id, applicant_id: applicant, assignment_version: 1, app_version: '1.0.0' },
    ...{ outcome: 'met', is_final: true, try_again_at: null, clock_offset_ms: 250 },
    ...{ arrived_at: moment, left_at: moment, place: fix, fixes: [fix], facts: {} },
    ...{ overall_observation: 'positive', statement, photos_skipped: [] },
    photos: photos.map(({ bytes, sha256 }) => ({
      ...{ sha256, bytes: bytes.length, width: 640, height: 480, captured_at: moment },
      ...{ mono_ms: 62_000, fix, fix_age_ms: 900, source: 'viewfinder', shows: 'door' },
    })),
  };
  const sentVisit = { manifest: JSON.stringify(manifest), signature: null, device_id: null };
  const sent = await write(job, 'visit', 'agent/visits/', json('POST', agent, sentVisit));
  if (sent?.status !== 200) return;
  const stored = new Set<string>();
  ledger.visits.set(id, stored);
  if (sent.body.held_because !== null) ledger.wrong.push(`visit held: ${sent.body.held_because}`);

  for (const { bytes, sha256 } of photos) {
    const path = `agent/visits/${id}/photos/${sha256}/`;
    const until = performance.now() + (office.repeatsFor ?? 0);
    do {
      const offset = await progressOf(`${office.address}/api/v1/${path}`, agent);
      if (offset === undefined) {
        await sleep(200);
        continue;
      }
      const once = { ...job, office: { ...office, repeatsFor: 0 } };
      const photo = await write(once, 'photo of a visit', path, {
        method: 'PUT',
        headers: { ...agent.headers, 'upload-offset': String(offset) },
        body: Uint8Array.from(bytes.subarray(offset)),
      });
      if (photo?.status === 200) stored.add(sha256);
      else await sleep(200);
    } while (!stored.has(sha256) && performance.now() < until);
  }
}

/**
 * Returns how many bytes of a photo have arrived, or undefined if the request failed. For a complete photo,
 * returns 0, so that the photo is sent again and the server confirms it.
 */
async function progressOf(url: string, { headers }: Person): Promise<number | undefined> {
  const signal = AbortSignal.timeout(10_000);
  const answer = await fetch(url, { method: 'HEAD', headers, signal }).catch(() => undefined);
  if (!answer?.ok) return undefined;
  const isWhole = answer.headers.get('upload-complete') === '?1';
  return isWhole ? 0 : Number(answer.headers.get('upload-offset') ?? 0);
}
