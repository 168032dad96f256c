import { useSyncExternalStore } from 'react';

const base = '/field';
const listeners = new Set<() => void>();

/** The address inside the app: `/`, `/queue`, `/task/10001`. */
function read(): string {
  const path = location.pathname;
  const inside = path.startsWith(`${base}/`) ? path.slice(base.length) : '/';
  return inside.length > 1 && inside.endsWith('/') ? inside.slice(0, -1) : inside;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

/** The address inside the app, re-rendering whenever it changes. */
export function useAddress(): string {
  return useSyncExternalStore(subscribe, read);
}

/** Goes to an address inside the app. `replace` leaves out of the history the address that was shown. */
export function goTo(address: string, { replace = false } = {}): void {
  const state = { depth: depth() + (replace ? 0 : 1) };
  if (replace) history.replaceState(state, '', base + address);
  else history.pushState(state, '', base + address);
  for (const listener of listeners) listener();
}

/** One step back inside the app; to `otherwise` where the app was opened at this address. */
export function goBack(otherwise = '/'): void {
  if (depth() > 0) history.back();
  else goTo(otherwise, { replace: true });
}

/** How many of the app's addresses lie before this one in the history. */
const depth = (): number => (history.state as { depth?: number } | null)?.depth ?? 0;
