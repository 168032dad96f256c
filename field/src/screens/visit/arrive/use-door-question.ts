import { useEffect, useState } from 'react';
import { mayHaveMoved, noteVisitShown } from '../../../lib/visit/at-door.ts';

/**
 * When a visit is continued, or after the app was hidden for some minutes, asks whether the agent is at the
 * door.
 */
export function useDoorQuestion(visitId: string) {
  const [isAsked, setAsked] = useState(() => mayHaveMoved(visitId));
  useEffect(() => {
    if (isAsked) return undefined;
    noteVisitShown(visitId);
    const look = () => {
      if (document.visibilityState === 'hidden') noteVisitShown(visitId);
      else if (mayHaveMoved(visitId)) setAsked(true);
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [visitId, isAsked]);
  return { isAsked, answer: () => setAsked(false) };
}
