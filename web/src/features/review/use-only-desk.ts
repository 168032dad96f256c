import { useEffect, useRef, useState } from 'react';

const name = 'doorstep-review-desk';

/**
 * The interval of the checks whether another page holds the lock, in milliseconds. It gives the page before a
 * reload time to release its lock.
 */
const grace = 1_000;

/**
 * Holds the lock of the desk until `leaving` is aborted. Resolves with true if the user left the desk, and
 * with false if another tab has the lock.
 */
const hold = (options: LockOptions, leaving: AbortSignal, onHad: () => void): Promise<boolean> =>
  navigator.locks
    .request(name, options, async () => {
      if (leaving.aborted) return;
      onHad();
      await new Promise((resolve) => leaving.addEventListener('abort', resolve));
    })
    .then(
      () => true,
      () => leaving.aborted,
    );

/**
 * Lets only one tab of a browser use the desk, because tabs share the user's claims and would release each
 * other's claims. Without Web Locks, every tab can use the desk. `isTaken` means that another tab has the
 * desk and the claims.
 */
export function useOnlyDesk() {
  const [standing, setStanding] = useState<'asking' | 'here' | 'elsewhere'>(
    navigator.locks ? 'asking' : 'here',
  );
  const isTaken = useRef(false);
  const take = useRef<(options: LockOptions) => void>(undefined);
  useEffect(() => {
    if (!navigator.locks) return;
    const leaving = new AbortController();
    const asking = new AbortController();
    // Waits as long as no other page holds the lock, because a slow browser may still grant it.
    const looks = setInterval(async () => {
      const { held } = await navigator.locks.query();
      if (held?.some((lock) => lock.name === name)) asking.abort();
    }, grace);
    const set = (isHere: boolean) => {
      clearInterval(looks);
      isTaken.current = !isHere;
      setStanding(isHere ? 'here' : 'elsewhere');
    };
    take.current = (options) =>
      void hold(options, leaving.signal, () => set(true)).then((isOver) => isOver || set(false));
    take.current({ signal: AbortSignal.any([leaving.signal, asking.signal]) });
    return () => {
      clearInterval(looks);
      leaving.abort();
    };
  }, []);
  return { standing, isTaken, takeOver: () => take.current?.({ steal: true }) };
}
