import type { Decision } from '@doorstep/contract/verifications';
import type { Fix, ManifestPhoto, VisitManifest } from '@doorstep/contract/visits/manifest';
import { nothingFound } from '@doorstep/contract/visits/nothing-found';
import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';
import type { AgentTask } from '@doorstep/contract/visits/phone';
import type { Statement } from '@doorstep/contract/visits/statement';
import { useCallback, useSyncExternalStore } from 'react';
import { announce } from '../db/announce.ts';
import { database, type StoredDraft } from '../db/database.ts';
import { decrypt, type Encrypted, encrypt } from '../db/encrypted.ts';
import { useStored } from '../db/use-stored.ts';
import { isStillKept, Locked, openKey } from '../lock/lock.ts';
import { momentOf } from '../moment.ts';
import { noteVisitShown } from './at-door.ts';

/** An open visit, as the screens fill it in. All of it is written to the phone after each change. */
export interface Draft {
  visitId: string;
  task: AgentTask;
  /** When the visit was started: ISO 8601 with the phone's zone, like the other moments. */
  begunAt: string;
  /** When the agent last confirmed being at the door. */
  arrivedAt: string;
  /** The step that was open last; the screens name them. */
  step: string;
  outcome: VisitOutcome | null;
  /** Null until the agent said whether another try will follow. */
  isFinal: boolean | null;
  tryAgainAt: string | null;
  /** Answers by the names of the report's fields. */
  facts: Record<string, string>;
  statement: Statement;
  /** Names of the questions that the agent skipped. */
  passed: string[];
  observation: Decision | null;
  /** Why the place is poor or missing, where it is. */
  placeReason: string;
  /** At most thirty. */
  fixes: Fix[];
  /** How many of them are from before the agent last confirmed being at the door. */
  earlierFixes: number;
  photos: ManifestPhoto[];
  skipped: VisitManifest['photos_skipped'];
}

/** What nobody has said yet. */
const blank: Omit<Draft, 'visitId' | 'task' | 'begunAt' | 'arrivedAt'> = {
  step: '',
  outcome: null,
  isFinal: null,
  tryAgainAt: null,
  facts: {},
  statement: nothingFound,
  passed: [],
  observation: null,
  placeReason: '',
  fixes: [],
  earlierFixes: 0,
  photos: [],
  skipped: [],
};

/** Thrown where the lock that was open is none of this phone any more. */
class SignedOut extends Locked {
  override readonly name = 'SignedOut';
}

/** Begins a visit, or continues the one that the task has open; returns its id. */
export async function startVisit(task: AgentTask): Promise<string> {
  const key = openKey();
  const begunAt = momentOf(new Date());
  const visitId = crypto.randomUUID();
  const draft: Draft = { visitId, task, begunAt, arrivedAt: begunAt, ...blank };
  const stored = await encryptDraft(key, draft);
  const trx = await openDrafts();
  const drafts = trx.objectStore('drafts');
  const open = (await drafts.getAll()).find(({ taskId }) => taskId === task.id);
  if (!isStillKept(key, await trx.objectStore('meta').get('lock'))) throw new SignedOut();
  if (!open) await drafts.put(stored);
  await trx.done;
  if (!open) noteVisitShown(visitId);
  announce('drafts');
  return open?.visitId ?? visitId;
}

/** Done only once it is on the disk: by default it is done earlier, and a battery that ends then takes it back. */
const openDrafts = async () =>
  (await database()).transaction(['drafts', 'meta'], 'readwrite', { durability: 'strict' });

const encryptDraft = async (key: CryptoKey, draft: Draft): Promise<StoredDraft> => ({
  visitId: draft.visitId,
  taskId: draft.task.id,
  encrypted: await encrypt<unknown>(key, draft),
});

/** The draft that was decrypted or encrypted last, by the key: the same bytes need not be decrypted again. */
const latest = new WeakMap<CryptoKey, { encrypted: Encrypted<unknown>; draft: Draft }>();

export async function readDraft(visitId: string, key = openKey()): Promise<Draft | undefined> {
  const stored = await (await database()).get('drafts', visitId);
  if (!stored) return undefined;
  const known = latest.get(key);
  // Each encryption has an IV of its own.
  if (known && known.encrypted.iv.join() === stored.encrypted.iv.join()) return known.draft;
  const kept = await decrypt(key, stored.encrypted as Encrypted<Draft>);
  // Begun by another version of the app, which may have known less.
  const draft = {
    ...{ ...blank, begunAt: kept.arrivedAt },
    ...kept,
    statement: { ...nothingFound, ...kept.statement },
  };
  latest.set(key, { encrypted: stored.encrypted, draft });
  return draft;
}

/**
 * Changes a draft, one change after the other. Returns it once it is on the phone; undefined where the visit is finished. A change
 * that gives back the draft it got writes nothing. What was begun with the lock open is done, even if it closes meanwhile.
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
      if (!isStillKept(key, await trx.objectStore('meta').get('lock'))) throw new SignedOut();
      await Promise.all([trx.objectStore('drafts').put(stored), trx.done]);
      latest.set(key, { encrypted: stored.encrypted, draft });
      announce('drafts');
      return draft;
    });
  } finally {
    countUnkept(-1);
  }
}

/** Changes of this page that are not on the phone yet. */
let unkept = 0;
const listeners = new Set<() => void>();

function countUnkept(change: number): void {
  unkept += change;
  for (const listener of listeners) listener();
}

/** Whether all changes that were made on this page are on the phone. */
export const useIsAllKept = (): boolean => useSyncExternalStore(subscribe, () => unkept === 0);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** A draft, following its changes; undefined until it was read, null where there is none. */
export function useDraft(visitId: string): Draft | null | undefined {
  const read = useCallback(async () => (await readDraft(visitId)) ?? null, [visitId]);
  return useStored(read, 'drafts');
}
