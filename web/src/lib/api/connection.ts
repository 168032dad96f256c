import { useSyncExternalStore } from 'react';

// Not TanStack Query's own manager, which would make the sign-in load the whole library.
let isAnswering = true;
const listeners = new Set<(isAnswering: boolean) => void>();

function note(now: boolean): void {
  if (now === isAnswering) return;
  isAnswering = now;
  for (const listener of listeners) listener(now);
}

window.addEventListener('online', () => note(true));
window.addEventListener('offline', () => note(false));

/** Records that the server answered. Failed queries without an answer are then fetched again. */
export const noteAnswer = (): void => note(true);

/** Records that no answer came, whatever the browser says about its network. */
export const noteNoAnswer = (): void => note(false);

/** Calls the listener when the server stops or starts answering. Returns a function that stops it. */
export function onConnectionChange(listener: (isAnswering: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls `act` each time the server answers again. Returns a function that stops it. */
export const onReconnect = (act: () => void): (() => void) =>
  onConnectionChange((now) => {
    if (now) act();
  });

/** Whether the last call had an answer. If so, a message that there was none is outdated. */
export const useIsAnswering = (): boolean =>
  useSyncExternalStore(onConnectionChange, () => isAnswering);
