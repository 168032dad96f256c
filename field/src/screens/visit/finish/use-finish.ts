import { useState } from 'react';
import { goTo } from '../../../lib/address.ts';
import { finishVisit } from '../../../lib/visit/finish-visit.ts';

/** Finishes a visit once, and opens the screen that says "kept" only when it is. `failure` is what was thrown instead. */
export function useFinish(visitId: string) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const finish = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await finishVisit(visitId);
      goTo(`/kept/${visitId}`, { replace: true });
    } catch (error) {
      setFailure(error);
      setBusy(false);
      reportError(error);
    }
  };
  return { finish: () => void finish(), isBusy, failure };
}
