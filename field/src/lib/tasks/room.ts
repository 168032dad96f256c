import { useSyncExternalStore } from 'react';

let hasRoom = true;
const listeners = new Set<() => void>();

export function noteRoom(next: boolean): void {
  hasRoom = next;
  for (const listener of listeners) listener();
}

export const useHasRoom = (): boolean => useSyncExternalStore(subscribe, () => hasRoom);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
