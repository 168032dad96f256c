import { useState } from 'react';
import { goTo } from '../../../lib/address.ts';
import { changeDraft, type Draft } from '../../../lib/visit/draft.ts';
import { finishVisit } from '../../../lib/visit/finish-visit.ts';

/** Finishes a visit once, and opens the screen that says "kept" only when it is. */
export function useFinish(visitId: string) {
  const [state, setState] = useState<'open' | 'busy' | 'failed'>('open');
  const finish = async () => {
    if (state === 'busy') return;
    setState('busy');
    try {
      await changeDraft(visitId, withPlaceReason);
      await finishVisit(visitId);
      goTo(`/kept/${visitId}`, { replace: true });
    } catch (error) {
      setState('failed');
      reportError(error);
    }
  };
  return { finish: () => void finish(), isBusy: state === 'busy', hasFailed: state === 'failed' };
}

/** Where the place is poor or none, the reason stands at the end of the remark: the office reads it there. */
function withPlaceReason(draft: Draft): Draft {
  if (!draft.placeReason) return draft;
  const reason = `Place not exact: ${draft.placeReason}.`;
  const remark = draft.findings.remark.replace(reason, '').trim();
  return { ...draft, findings: { ...draft.findings, remark: `${remark} ${reason}`.trim() } };
}
