import { useEffect, useState } from 'react';

const lookEvery = 30_000;
/** The number of free bytes below which a visit may not fit. */
const little = 150 * 1024 * 1024;

export interface SpaceView {
  /** Whether the browser promised not to delete what the app stores. */
  isPersisted: boolean;
  usedBytes: number;
  /** The unused part of the browser's quota. The phone itself may have less space. */
  freeBytes: number;
  isLow: boolean;
}

/** Undefined until a check of the space has succeeded. */
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

export const requestPersistentStorage = (): Promise<boolean> => navigator.storage.persist();
