import { useEffect, useState } from 'react';

const lookEvery = 30_000;
/** Bytes below which a visit may not fit any more. */
const little = 150 * 1024 * 1024;

export interface SpaceView {
  /** Whether the browser promised to keep what the app stores. */
  isPersisted: boolean;
  usedBytes: number;
  /** What the browser still allows; the phone may have less. */
  freeBytes: number;
  isLow: boolean;
}

/** How much room there is, looked at every 30 s; undefined until it was looked at, or where the browser doesn't say. */
export function useSpace(): SpaceView | undefined {
  const [space, setSpace] = useState<SpaceView>();
  useEffect(() => {
    const look = () => void readSpace().then(setSpace, reportError);
    look();
    const timer = setInterval(look, lookEvery);
    return () => clearInterval(timer);
  }, []);
  return space;
}

async function readSpace(): Promise<SpaceView> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  const freeBytes = Math.max(0, quota - usage);
  return {
    isPersisted: await navigator.storage.persisted(),
    usedBytes: usage,
    freeBytes,
    isLow: freeBytes < little,
  };
}

/** Asks the browser to keep what the app stores; it decides by itself. */
export const askToKeep = (): Promise<boolean> => navigator.storage.persist();
