import { useEffect, useRef, useState } from 'react';

const name = 'doorstep-review-desk';

/** Milliseconds for an earlier page to release the desk, as after a reload, and between two checks. */
const grace = 1_000;

/** Holds the desk until `leaving`. Resolves with whether it was held all the time, and not taken over or never granted. */
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
 * Lets only one tab of a browser use the desk, because a user's tabs share their claims and would release each other's.
 * Without Web Locks every tab can use it. `isTaken`: another tab has the desk with its claims.
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
    // On a slow computer the browser may not have granted it to any page yet.
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
