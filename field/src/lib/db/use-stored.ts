import { useLayoutEffect, useState } from 'react';
import { onChange } from './announce.ts';
import type { StoreName } from './database.ts';

/**
 * The value that a function reads from the stores, read again after each change of them; undefined until the first read is done.
 * The function must be the same at each render: a constant, or from `useCallback`.
 */
export function useStored<T>(read: () => Promise<T>, ...stores: StoreName[]): T | undefined {
  const [value, setValue] = useState<T>();
  const [failure, setFailure] = useState<unknown>();
  const names = stores.join();
  // Reading begins at once: it need not wait until the screen without the value has been painted.
  useLayoutEffect(() => {
    let asked = 0;
    let shown = 0;
    const reload = async () => {
      asked += 1;
      const own = asked;
      const found = await read();
      // Not held up by a newer read: where changes come faster than answers, nothing would ever be shown.
      if (own < shown) return;
      shown = own;
      setValue(() => found);
    };
    const load = () => void reload().catch(note);
    const note = (error: unknown) => {
      // The lock was closed meanwhile: the lock screen is about to be shown.
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
  // The screen would stay empty: the error boundary shows a message and a button instead.
  if (failure !== undefined && value === undefined) throw failure;
  return value;
}
