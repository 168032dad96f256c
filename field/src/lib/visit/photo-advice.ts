import type { ManifestPhoto, PhotoSubject } from '@doorstep/contract/visits/manifest';
import { useSyncExternalStore } from 'react';
import { checkPhoto } from '../capture/quality/check-photo.ts';
import type { PhotoFault } from '../capture/quality/measure-photo.ts';

/**
 * Advice about a photo that the agent has just taken. The advice is only in memory, because it is useful only
 * at the door.
 */
export interface PhotoAdvice {
  id: number;
  visitId: string;
  shows: PhotoSubject;
  faults: readonly PhotoFault[];
  /** Resolves to undefined if the photo could not be stored. */
  stored: Promise<ManifestPhoto | undefined>;
  sha256?: string;
}

const readable: readonly PhotoSubject[] = ['nameplate', 'document'];
/** A photo of a document gets a reminder about Aadhaar numbers, even if the photo has no fault. */
const isReminded = ({ shows }: PhotoAdvice) => shows === 'document';

let all: readonly PhotoAdvice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(to: readonly PhotoAdvice[]): void {
  all = to;
  for (const listener of listeners) listener();
}

/**
 * Starts the advice about a new photo, and ends the reminder about an earlier photo. Returns a function
 * to call with the shrunk photo, or undefined if photos of the subject are not checked.
 */
export function advise(
  visitId: string,
  shows: PhotoSubject,
  stored: PhotoAdvice['stored'],
  check = checkPhoto,
): ((jpeg: Uint8Array) => void) | undefined {
  const others = all.filter(({ faults }) => faults.length > 0);
  if (!readable.includes(shows)) {
    change(others);
    return undefined;
  }
  lastId += 1;
  const id = lastId;
  change([...others, { id, visitId, shows, faults: [], stored }]);
  void stored.then((photo) =>
    photo
      ? change(all.map((one) => (one.id === id ? { ...one, sha256: photo.sha256 } : one)))
      : dismissAdvice(id),
  );
  return (jpeg) => void check(jpeg).then((faults) => noteFaults(id, faults));
}

const noteFaults = (id: number, faults: readonly PhotoFault[]) =>
  change(all.map((one) => (one.id === id ? { ...one, faults } : one)));

export const dismissAdvice = (id: number) => change(all.filter((one) => one.id !== id));

export const dismissAdviceOn = (sha256: string) =>
  change(all.filter((one) => one.sha256 !== sha256));

export const usePhotoAdvice = (visitId: string): PhotoAdvice | undefined =>
  useSyncExternalStore(subscribe, () =>
    all.findLast((one) => one.visitId === visitId && (isReminded(one) || one.faults.length > 0)),
  );

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
