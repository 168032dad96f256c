import { useState } from 'react';
import { goTo } from '../../../lib/address.ts';
import { finishVisit } from '../../../lib/visit/finish-visit.ts';
import { useVisit } from '../visit-context.ts';

export function useFinish() {
  const { draft, save } = useVisit();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const finish = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    // Saves typed text that could not be saved before. If this fails again, the frame shows the error.
    if (!(await save((before) => before))) return setBusy(false);
    const { visitId } = draft;
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
