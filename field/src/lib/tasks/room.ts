import { useSyncExternalStore } from 'react';

let hasRoom = true;
const listeners = new Set<() => void>();

/** Notes whether the phone had room for what the office sent. */
export function noteRoom(next: boolean): void {
  hasRoom = next;
  for (const listener of listeners) listener();
}

/** False while tasks that the office sent can't be kept, since the phone is full. */
export const useHasRoom = (): boolean => useSyncExternalStore(subscribe, () => hasRoom);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
