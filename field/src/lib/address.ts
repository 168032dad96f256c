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

export interface GoHow {
  /** Leaves out of the history the address that was shown. */
  replace?: boolean;
  /** It is a side trip: see {@link isAside}. What replaces it still is one. */
  aside?: boolean;
}

/** Goes to an address inside the app. */
export function goTo(address: string, { replace = false, aside = false }: GoHow = {}): void {
  const state = {
    depth: depth() + (replace ? 0 : 1),
    aside: aside || (replace && isAside()),
  };
  if (replace) history.replaceState(state, '', base + address);
  else history.pushState(state, '', base + address);
  for (const listener of listeners) listener();
}

/** One step back inside the app; to `otherwise` where the app was opened at this address. */
export function goBack(otherwise = '/'): void {
  if (depth() > 0) history.back();
  else goTo(otherwise, { replace: true });
}

interface Entry {
  depth?: number;
  aside?: boolean;
}
const entry = () => history.state as Entry | null;

/** How many of the app's addresses lie before this one in the history. */
const depth = (): number => entry()?.depth ?? 0;

/** Whether what is shown was opened only to come back from it, by {@link goBack}. */
export const isAside = (): boolean => entry()?.aside === true;
