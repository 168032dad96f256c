import { useSyncExternalStore } from 'react';

const KEY = 'single-keys';
const listeners = new Set<() => void>();
let isOff = stored();

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) === 'off';
  } catch {
    return false;
  }
}

/** Switches keys that act without Ctrl or Alt on or off, in this browser. */
export function switchSingleKeys(isOn: boolean): void {
  isOff = !isOn;
  try {
    localStorage.setItem(KEY, isOn ? 'on' : 'off');
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Whether single keys act: who speaks to the computer, or holds keys down by chance, switches them off. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => !isOff,
  );
}
