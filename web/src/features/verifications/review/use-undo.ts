import { reviewSeconds } from '@doorstep/contract/review';
import { useEffect, useState } from 'react';
import type { Acted } from './review-state.ts';

/** The last decision that can still be taken back, or a send-back to be told of, and the seconds left. */
export function useUndo(acted: readonly Acted[]) {
  const [now, setNow] = useState(Date.now);
  const last = acted[0];
  const leftAt = (at: number) => Math.ceil(reviewSeconds.undo - (Math.max(now, at) - at) / 1000);
  const isTicking = last !== undefined && leftAt(last.at) > 0;
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isTicking]);
  return isTicking ? { ...last, secondsLeft: leftAt(last.at) } : undefined;
}
