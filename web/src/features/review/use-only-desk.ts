import { useEffect, useRef, useState } from 'react';

const name = 'doorstep-review-desk';

/** Milliseconds in which the page before lets go of the desk, as after a reload, and between two looks who has it. */
const grace = 1_000;

/** Has the desk until `leaving`; answers whether it was had until then, and not taken over or never had. */
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
 * Lets one tab of a browser have the desk: the claims are one's own in each, so two would drop each other's. Where there
 * are no Web Locks every tab has it. `isTaken` says that another one has it now, with its claims.
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
    // On a slow computer nobody may have it yet, this page neither.
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
