import type { Decision } from '@doorstep/contract/verifications';
import type { Fix, ManifestPhoto, VisitManifest } from '@doorstep/contract/visits/manifest';
import { nothingFound } from '@doorstep/contract/visits/nothing-found';
import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';
import type { AgentTask } from '@doorstep/contract/visits/phone';
import type { ManifestSignature } from '@doorstep/contract/visits/signature';
import type { Statement } from '@doorstep/contract/visits/statement';
import { useCallback, useSyncExternalStore } from 'react';
import { announce } from '../db/announce.ts';
import { database, type StoredDraft } from '../db/database.ts';
import { decrypt, type Encrypted, encrypt } from '../db/encrypted.ts';
import { useStored } from '../db/use-stored.ts';
import { isCurrentKey, Locked, openKey } from '../lock/lock.ts';
import { momentOf } from '../moment.ts';
import { noteVisitShown } from './at-door.ts';

/** An open visit. After each change, the phone stores the whole draft, encrypted. */
export interface Draft {
  visitId: string;
  task: AgentTask;
  /** ISO 8601 with the phone's UTC offset, like the other times of a draft. */
  begunAt: string;
  /** The time when the agent last confirmed being at the door. */
  arrivedAt: string;
  step: string;
  outcome: VisitOutcome | null;
  /** Null until the agent has answered whether another visit will follow. */
  isFinal: boolean | null;
  tryAgainAt: string | null;
  /** The agent's answers. The keys are the names of the report's fields. */
  facts: Record<string, string>;
  statement: Statement;
  /** The names of the questions that the agent skipped. */
  passed: string[];
  observation: Decision | null;
  /** The agent's reason for an inaccurate or missing place; empty if the agent gave no reason. */
  placeReason: string;
  /** The agent's answer when the place was far from the usual area of the pin code. */
  farAnswer: 'anyway' | 'notYet' | null;
  fixes: Fix[];
  /** `fixes` begins with this many GPS fixes from before `arrivedAt`. */
  earlierFixes: number;
  photos: ManifestPhoto[];
  skipped: VisitManifest['photos_skipped'];
  signature: ManifestSignature | null;
}

export const blankVisit: Omit<Draft, 'visitId' | 'task' | 'begunAt' | 'arrivedAt'> = {
  step: '',
  outcome: null,
  isFinal: null,
  tryAgainAt: null,
  facts: {},
  statement: nothingFound,
  passed: [],
  observation: null,
  placeReason: '',
  farAnswer: null,
  fixes: [],
  earlierFixes: 0,
  photos: [],
  skipped: [],
  signature: null,
};

/** Thrown when another page has signed out, or replaced the key that this page uses. */
class SignedOut extends Locked {
  override readonly name = 'SignedOut';
}

/** Starts a visit, or continues the open visit of the task. Returns the id of the visit. */
export async function startVisit(task: AgentTask): Promise<string> {
  const key = openKey();
  const begunAt = momentOf(new Date());
  const visitId = crypto.randomUUID();
  const draft: Draft = { visitId, task, begunAt, arrivedAt: begunAt, ...blankVisit };
  const stored = await encryptDraft(key, draft);
  const trx = await openDrafts();
  const drafts = trx.objectStore('drafts');
  const open = (await drafts.getAll()).find(({ taskId }) => taskId === task.id);
  if (!isCurrentKey(key, await trx.objectStore('meta').get('lock'))) throw new SignedOut();
  if (!open) await drafts.put(stored);
  await trx.done;
  if (!open) noteVisitShown(visitId);
  announce('drafts');
  return open?.visitId ?? visitId;
}

/**
 * Opens a transaction with strict durability, which resolves only once the data is on the disk. With the
 * default durability, a power loss could undo a write that was reported as stored.
 */
const openDrafts = async () =>
  (await database()).transaction(['drafts', 'meta'], 'readwrite', { durability: 'strict' });

const encryptDraft = async (key: CryptoKey, draft: Draft): Promise<StoredDraft> => ({
  visitId: draft.visitId,
  taskId: draft.task.id,
  encrypted: await encrypt<unknown>(key, draft),
});

/** Caches the draft that was last read or stored with each key, so that it is not decrypted again. */
const latest = new WeakMap<CryptoKey, { encrypted: Encrypted<unknown>; draft: Draft }>();

export async function readDraft(visitId: string, key = openKey()): Promise<Draft | undefined> {
  const stored = await (await database()).get('drafts', visitId);
  if (!stored) return undefined;
  const known = latest.get(key);
  // The IV is enough to compare, because each encryption has its own IV.
  if (known && known.encrypted.iv.join() === stored.encrypted.iv.join()) return known.draft;
  const kept = await decrypt(key, stored.encrypted as Encrypted<Draft>);
  // Adds the fields that the draft lacks if another version of the app stored it.
  const draft = {
    ...{ ...blankVisit, begunAt: kept.arrivedAt },
    ...kept,
    statement: { ...nothingFound, ...kept.statement },
  };
  latest.set(key, { encrypted: stored.encrypted, draft });
  return draft;
}

/**
 * Changes a draft, one change after another. Returns the draft once it is stored, or undefined if the visit
 * is finished. Writes nothing if `change` returns the same draft. Gets the key at
 * the start, so the change is stored even if the app is locked before the write.
 */
export async function changeDraft(
  visitId: string,
  change: (draft: Draft) => Draft,
  key = openKey(),
): Promise<Draft | undefined> {
  countUnkept(1);
  try {
    return await navigator.locks.request(`doorstep-field-draft-${visitId}`, async () => {
      const before = await readDraft(visitId, key);
      if (!before) return undefined;
      const draft = change(before);
      if (draft === before) return before;
      const stored = await encryptDraft(key, draft);
      const trx = await openDrafts();
      if (!isCurrentKey(key, await trx.objectStore('meta').get('lock'))) throw new SignedOut();
      await Promise.all([trx.objectStore('drafts').put(stored), trx.done]);
      latest.set(key, { encrypted: stored.encrypted, draft });
      announce('drafts');
      return draft;
    });
  } finally {
    countUnkept(-1);
  }
}

/** The number of this page's changes that are not stored yet. */
let unkept = 0;
const listeners = new Set<() => void>();

function countUnkept(change: number): void {
  unkept += change;
  for (const listener of listeners) listener();
}

export const useIsAllSaved = (): boolean => useSyncExternalStore(subscribe, () => unkept === 0);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Returns undefined until the draft is read, and null if there is no such draft. */
export function useDraft(visitId: string): Draft | null | undefined {
  const read = useCallback(async () => (await readDraft(visitId)) ?? null, [visitId]);
  return useStored(read, 'drafts');
}
