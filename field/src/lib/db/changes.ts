import { useEffect, useState } from 'react';
import type { StoreName } from './database.ts';

const channel = new BroadcastChannel('doorstep-field');
const listeners = new Set<(store: StoreName) => void>();

channel.addEventListener('message', ({ data }) => {
  for (const listener of listeners) listener(data);
});

/** Says to this page, the others and the service worker that something in a store changed. */
export function announce(...stores: StoreName[]): void {
  for (const store of stores) {
    channel.postMessage(store);
    for (const listener of listeners) listener(store);
  }
}

/** Calls the listener after each change of a store, here or elsewhere. */
export function onChange(listener: (store: StoreName) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * What a function reads from the stores, read again after each change of them; undefined until it was read first.
 * The function must be the same one each time, or stand in a `useCallback`.
 */
export function useStored<T>(read: () => Promise<T>, ...stores: StoreName[]): T | undefined {
  const [value, setValue] = useState<T>();
  const names = stores.join();
  useEffect(() => {
    let latest = 0;
    const reload = async () => {
      latest += 1;
      const own = latest;
      const found = await read();
      if (own === latest) setValue(() => found);
    };
    const load = () => void reload().catch(ignoreLocked);
    load();
    const stop = onChange((store) => {
      if (names.split(',').includes(store)) load();
    });
    return () => {
      latest = -1;
      stop();
    };
  }, [read, names]);
  return value;
}

/** Behind a closed lock nothing is read: the lock's screen is on its way. */
function ignoreLocked(error: unknown): void {
  if (!(error instanceof Error && error.name === 'Locked')) reportError(error);
}
