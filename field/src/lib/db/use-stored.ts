import { useEffect, useState } from 'react';
import { onChange } from './announce.ts';
import type { StoreName } from './database.ts';

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
