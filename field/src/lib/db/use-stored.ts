import { useLayoutEffect, useState } from 'react';
import { onChange } from './announce.ts';
import type { StoreName } from './database.ts';

/**
 * Returns the result of `read`, and reads again after each change of the stores. Undefined until the first
 * read is done. `read` must be the same function at each render: a constant, or from `useCallback`.
 */
export function useStored<T>(read: () => Promise<T>, ...stores: StoreName[]): T | undefined {
  const [value, setValue] = useState<T>();
  const [failure, setFailure] = useState<unknown>();
  const names = stores.join();
  // Uses a layout effect, because it starts the first read before the browser paints.
  useLayoutEffect(() => {
    let asked = 0;
    let shown = 0;
    const reload = async () => {
      asked += 1;
      const own = asked;
      const found = await read();
      // Uses this answer even if a newer read has started. Otherwise nothing would be shown while changes
      // come faster than answers.
      if (own < shown) return;
      shown = own;
      setValue(() => found);
    };
    const load = () => void reload().catch(note);
    const note = (error: unknown) => {
      // The app was locked while `read` was running, so the lock screen is about to be shown.
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
  // Throws, because the screen would otherwise stay empty. The error boundary shows a message and a button.
  if (failure !== undefined && value === undefined) throw failure;
  return value;
}
