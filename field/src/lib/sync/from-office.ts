import { useCallback, useEffect, useState } from 'react';
import { NoAnswer, Refusal } from '../session/api.ts';
import { SignInEnded, withToken } from '../session/renew.ts';

/** `asks`: a sign-in is needed first. */
export type Failure = 'offline' | 'asks' | 'failed';

export interface OfficeView<T> {
  found?: T;
  failure?: Failure;
}

/**
 * Loads data from the office without storing the data on the phone. `load` must be the same function at each
 * render.
 */
export function useFromOffice<T>(
  load: (token: string) => Promise<T>,
): OfficeView<T> & { again(): void } {
  const [view, setView] = useState<OfficeView<T>>({});
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isOver = false;
    const show = (next: OfficeView<T>) => !isOver && setView(next);
    withToken(load).then(
      (found) => show({ found }),
      (error: unknown) => show({ failure: failureOf(error) }),
    );
    return () => {
      isOver = true;
    };
  }, [load, tries]);
  const again = useCallback(() => {
    setView({});
    setTries((before) => before + 1);
  }, []);
  return { ...view, again };
}

function failureOf(error: unknown): Failure {
  if (error instanceof NoAnswer) return 'offline';
  if (error instanceof SignInEnded) return 'asks';
  if (!(error instanceof Refusal || (error instanceof Error && error.name === 'Locked')))
    reportError(error);
  return 'failed';
}
