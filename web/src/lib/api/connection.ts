import { useSyncExternalStore } from 'react';

// Not TanStack Query's own manager: the sign-in would load the whole library for it.
let isAnswering = true;
const listeners = new Set<(isAnswering: boolean) => void>();

function note(now: boolean): void {
  if (now === isAnswering) return;
  isAnswering = now;
  for (const listener of listeners) listener(now);
}

window.addEventListener('online', () => note(true));
window.addEventListener('offline', () => note(false));

/** Notes that the server answered. What failed for want of an answer is then fetched again. */
export const noteAnswer = (): void => note(true);

/** Notes that no answer came, whatever the browser says of its network. */
export const noteNoAnswer = (): void => note(false);

/** Calls back when the server stops or starts answering. Returns what ends that. */
export function onConnectionChange(listener: (isAnswering: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back each time the server answers again. Returns what ends that. */
export const onReconnect = (act: () => void): (() => void) =>
  onConnectionChange((now) => {
    if (now) act();
  });

/** Whether the last call had an answer. A message that there was none is outdated then. */
export const useIsAnswering = (): boolean =>
  useSyncExternalStore(onConnectionChange, () => isAnswering);
