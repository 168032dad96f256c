import type { Fix, VisitManifest } from '@doorstep/contract/visits/manifest';
import { base64 } from '../base64.ts';
import { announce } from '../db/announce.ts';
import { database, readMeta } from '../db/database.ts';
import { decryptBytes, encrypt } from '../db/encrypted.ts';
import { openKey } from '../lock/lock.ts';
import { momentOf } from '../moment.ts';
import { placeOf } from '../place/best-fix.ts';
import { isPlacePoor } from '../place/place-of-visit.ts';
import { readDevice, sign } from '../session/device.ts';
import { readRecipient } from '../session/server-key.ts';
import { sendSoon } from '../sync/queue.ts';
import type { QueuedVisit } from '../sync/queued-visit.ts';
import { canonicalJson } from './canonical-json.ts';
import { type Draft, readDraft } from './draft.ts';
import { photosLock } from './photos.ts';

/**
 * Thrown if the server would reject the visit. The keys of `problems` are fields of the manifest. The visit
 * stays open.
 */
export class BadVisit extends Error {
  override readonly name = 'BadVisit';
  readonly problems: Record<string, string>;

  constructor(problems: Record<string, string>) {
    super(Object.values(problems)[0] ?? 'The visit can’t be finished yet.');
    this.problems = problems;
  }
}

/** Thrown if a part of the app is missing on the phone and can't be fetched. The visit stays open. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded';
}

/**
 * Signs the visit, encrypts the visit and its photos, and adds both to the queue. Afterwards only the server
 * can read them. If finishing fails, the visit stays open. Rejects with {@link BadVisit},
 * {@link NotLoaded}, or a QuotaExceededError if the phone is full.
 */
export function finishVisit(visitId: string): Promise<void> {
  return navigator.locks.request(photosLock(visitId), () =>
    // Uses the same lock as changes of the draft, so that the draft does not change while the visit is being
    // finished.
    navigator.locks.request(`doorstep-field-draft-${visitId}`, () => finish(visitId)),
  );
}

async function finish(visitId: string): Promise<void> {
  const key = openKey();
  const [draft, recipient] = await Promise.all([readDraft(visitId), readRecipient()]);
  // An earlier tap has finished the visit.
  if (!draft) return;
  if (!recipient) throw new Error('This phone has not received the office’s key yet.');
  // Loads the rules and the encryption on demand, so that neither Today nor the sign-in waits for them.
  const [{ checkManifest }, { encryptToServer }] = await Promise.all([
    import('./check-manifest.ts'),
    import('./encrypt-to-server.ts'),
  ]).catch((cause: unknown) => {
    throw new NotLoaded('A part of the app could not be loaded.', { cause });
  });
  const leftAt = new Date();
  const clock = await readMeta<{ offsetMs: number }>('clock');
  const checked = checkManifest(
    manifestOf(draft, leftAt, clock?.offsetMs ?? null),
    draft.task.visit_type,
  );
  if ('problems' in checked) throw new BadVisit(checked.problems);
  const manifest = canonicalJson(checked.manifest);
  const signed = { manifest, signature: await sign(manifest), device_id: (await readDevice()).id };
  const envelope = await encryptToServer(
    recipient,
    new TextEncoder().encode(JSON.stringify(signed)),
  );

  const db = await database();
  const photos: QueuedVisit['photos'] = [];
  const encrypted: PhotoForServer[] = [];
  const { signature, photos: named } = checked.manifest;
  const files = [
    // The signature is small, so it is sent first.
    ...(signature?.file ? [{ sha256: signature.file.sha256, isSignature: true }] : []),
    ...named.map(({ sha256 }) => ({ sha256 })),
  ];
  for (const { sha256, ...kind } of files) {
    const stored = await db.get('photos', [visitId, sha256]);
    if (!stored?.encrypted) throw new Error('A photo of this visit is not on the phone any more.');
    const bytes = await decryptBytes(key, stored.encrypted);
    const forServer = await encryptToServer(recipient, new Uint8Array(bytes));
    encrypted.push({ visitId, sha256, forServer: forServer.buffer });
    photos.push({ sha256, bytes: forServer.length, sent: 0, ...kind });
  }
  const queued: QueuedVisit = {
    visitId,
    taskId: draft.task.id,
    assignmentVersion: draft.task.assignment_version,
    isFinal: checked.manifest.is_final,
    finishedAt: momentOf(leftAt),
    state: 'waiting',
    envelope: base64(envelope),
    summary: await encrypt(key, {
      name: draft.task.name,
      visitType: draft.task.visit_type,
      address: draft.task.address,
      pinCode: draft.task.pin_code,
      outcome: checked.manifest.outcome,
      tryAgainAt: checked.manifest.try_again_at,
      ...(checked.manifest.place && { place: roughly(checked.manifest.place) }),
    }),
    photos,
    areFactsThere: false,
    heldBecause: null,
    colleague: null,
    refusal: null,
    receivedAt: null,
    isSavedToFile: false,
  };
  await moveToQueue(queued, encrypted);
  announce('drafts', 'outbox', 'photos');
  sendSoon();
}

/** Rounds to about a hundred metres, which is exact enough for the distances on Today. */
const roughly = ({ latitude, longitude }: Fix) => ({
  latitude: Math.round(latitude * 1_000) / 1_000,
  longitude: Math.round(longitude * 1_000) / 1_000,
});

interface PhotoForServer {
  visitId: string;
  sha256: string;
  forServer: ArrayBuffer;
}

/** Uses one transaction, so that the visit is always in exactly one of the two: the drafts or the queue. */
async function moveToQueue(queued: QueuedVisit, encrypted: PhotoForServer[]): Promise<void> {
  const { visitId } = queued;
  const trx = (await database()).transaction(['drafts', 'outbox', 'photos'], 'readwrite', {
    durability: 'strict',
  });
  const photos = trx.objectStore('photos');
  try {
    await trx.objectStore('outbox').add(queued);
    await trx.objectStore('drafts').delete(visitId);
    await photos.delete(IDBKeyRange.bound([visitId], [visitId, []]));
    for (const photo of encrypted) await photos.put(photo);
  } catch (error) {
    // An exception alone would not abort the transaction, and the earlier writes would be stored.
    if (!trx.error) trx.abort();
    await trx.done.catch(() => {});
    throw error;
  }
  await trx.done;
}

function manifestOf(draft: Draft, leftAt: Date, clock_offset_ms: number | null): VisitManifest {
  const { task } = draft;
  const isFinal = draft.isFinal === true;
  // If an accurate place was found after the agent gave a reason, the reason no longer applies.
  const reason = isPlacePoor(draft) ? draft.placeReason : '';
  return {
    visit_id: draft.visitId,
    applicant_id: task.id,
    assignment_version: task.assignment_version,
    app_version: import.meta.env.VITE_APP_VERSION,
    // The outcome may still be null: `checkManifest` rejects this before the visit is signed.
    outcome: draft.outcome as VisitManifest['outcome'],
    is_final: isFinal,
    try_again_at: isFinal ? null : draft.tryAgainAt,
    begun_at: draft.begunAt,
    arrived_at: draft.arrivedAt,
    left_at: momentOf(leftAt),
    clock_offset_ms,
    place: placeOf(draft),
    fixes: draft.fixes,
    ...(reason && { place_reason: reason }),
    facts: draft.facts,
    overall_observation: isFinal ? draft.observation : null,
    statement: { ...draft.statement, remark: withReason(draft.statement.remark, reason) },
    photos: draft.photos,
    photos_skipped: draft.skipped,
    ...(draft.signature && { signature: draft.signature }),
  };
}

const longestRemark = 4_000;

/**
 * Adds the reason for an inaccurate place to the remark, because the office reads the reason there. Returns
 * the remark unchanged if there is no reason, or no room for it.
 */
function withReason(remark: string, reason: string): string {
  const both = `${remark.trim()} Location not exact: ${reason}.`.trim();
  return reason && both.length <= longestRemark ? both : remark;
}
