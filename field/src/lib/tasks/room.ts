import { useSyncExternalStore } from 'react';

let hasRoom = true;
const listeners = new Set<() => void>();

/** Records whether the phone had room for the office's tasks. */
export function noteRoom(next: boolean): void {
  hasRoom = next;
  for (const listener of listeners) listener();
}

/** Whether the phone has room to store the office's tasks. */
export const useHasRoom = (): boolean => useSyncExternalStore(subscribe, () => hasRoom);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
