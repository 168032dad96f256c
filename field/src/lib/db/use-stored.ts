import { useEffect, useState } from 'react';
import { onChange } from './announce.ts';
import type { StoreName } from './database.ts';

/**
 * What a function reads from the stores, read again after each change of them; undefined until it was read first.
 * The function must be the same one each time, or stand in a `useCallback`.
 */
export function useStored<T>(read: () => Promise<T>, ...stores: StoreName[]): T | undefined {
  const [value, setValue] = useState<T>();
  const [failure, setFailure] = useState<unknown>();
  const names = stores.join();
  useEffect(() => {
    let latest = 0;
    const reload = async () => {
      latest += 1;
      const own = latest;
      const found = await read();
      if (own === latest) setValue(() => found);
    };
    const load = () => void reload().catch(note);
    const note = (error: unknown) => {
      // Behind a closed lock nothing is read: the lock's screen is on its way.
      if (error instanceof Error && error.name === 'Locked') return;
      reportError(error);
      setFailure(error);
    };
    load();
    const stop = onChange((store) => {
      if (names.split(',').includes(store)) load();
    });
    return () => {
      latest = -1;
      stop();
    };
  }, [read, names]);
  // A screen without what it shows would stay empty: words and a way on stand behind it.
  if (failure !== undefined && value === undefined) throw failure;
  return value;
}
