import { useLayoutEffect, useState } from 'react';
import { onChange } from './announce.ts';
import type { StoreName } from './database.ts';

/**
 * Returns what `read` reads from the stores, and reads again after each change of them. Undefined until the first
 * read is done.
 * `read` must be the same function at each render: a constant, or from `useCallback`.
 */
export function useStored<T>(read: () => Promise<T>, ...stores: StoreName[]): T | undefined {
  const [value, setValue] = useState<T>();
  const [failure, setFailure] = useState<unknown>();
  const names = stores.join();
  // Starts reading immediately, without waiting for the screen without the value to be painted.
  useLayoutEffect(() => {
    let asked = 0;
    let shown = 0;
    const reload = async () => {
      asked += 1;
      const own = asked;
      const found = await read();
      // A newer read does not block this one. If changes came faster than answers, nothing would ever be shown.
      if (own < shown) return;
      shown = own;
      setValue(() => found);
    };
    const load = () => void reload().catch(note);
    const note = (error: unknown) => {
      // The app was locked in the meantime: the lock screen is about to be shown.
      if (error instanceof Error && error.name === 'Locked') return;
      reportError(error);
      setFailure(error);
    };
    load();
    const stop = onChange((store) => {
      if (names.split(',').includes(store)) load();
    });
    return () => {
      shown = Infinity;
      stop();
    };
  }, [read, names]);
  // Otherwise the screen would stay empty. The error boundary shows a message and a button.
  if (failure !== undefined && value === undefined) throw failure;
  return value;
}
