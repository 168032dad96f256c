import { useState } from 'react';
import { goTo } from '../../../lib/address.ts';
import { finishVisit } from '../../../lib/visit/finish-visit.ts';

/** Finishes a visit once, and opens the screen that says "kept" only when it is. */
export function useFinish(visitId: string) {
  const [state, setState] = useState<'open' | 'busy' | 'failed'>('open');
  const finish = async () => {
    if (state === 'busy') return;
    setState('busy');
    try {
      await finishVisit(visitId);
      goTo(`/kept/${visitId}`, { replace: true });
    } catch (error) {
      setState('failed');
      reportError(error);
    }
  };
  return { finish: () => void finish(), isBusy: state === 'busy', hasFailed: state === 'failed' };
}
