import { useSyncExternalStore } from 'react';

const base = '/field';
const listeners = new Set<() => void>();

/** Returns the address inside the app, such as `/`, `/queue` or `/task/10001`. */
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

export function useAddress(): string {
  return useSyncExternalStore(subscribe, read);
}

/** Returns a function that says whether the app still shows the same address. */
export function rememberAddress(): () => boolean {
  const address = read();
  return () => read() === address;
}

export interface GoHow {
  replace?: boolean;
  /** Whether the address is a detour, see {@link isDetour}. An address that replaces a detour is a detour too. */
  detour?: boolean;
}

export function goTo(address: string, { replace = false, detour = false }: GoHow = {}): void {
  const state = {
    depth: depth() + (replace ? 0 : 1),
    detour: detour || (replace && isDetour()),
  };
  if (replace) history.replaceState(state, '', base + address);
  else history.pushState(state, '', base + address);
  for (const listener of listeners) listener();
}

/** Goes one step back inside the app, or to `otherwise` if the app was opened at this address. */
export function goBack(otherwise = '/'): void {
  if (depth() > 0) history.back();
  else goTo(otherwise, { replace: true });
}

interface Entry {
  depth?: number;
  detour?: boolean;
}
const entry = () => history.state as Entry | null;

/** Returns the number of steps that {@link goBack} can go back inside the app. */
const depth = (): number => entry()?.depth ?? 0;

/** Whether the agent came to this address to change one thing, and returns with {@link goBack} afterwards. */
export const isDetour = (): boolean => entry()?.detour === true;
