import { serverLimits } from '../../limits.ts';
import { Problem } from '../../problems.ts';

/**
 * Limits how many requests that transfer visits or photos run at the same time, in total and for each user,
 * because they take many minutes on slow connections. Further requests get a 503 with Retry-After.
 */
export function boundSenders(limits: { all: number; ofOneAgent: number }) {
  const underWay = new Map<number, number>();
  let all = 0;

  return async <T>(agentId: number, submit: () => Promise<T>): Promise<T> => {
    const own = underWay.get(agentId) ?? 0;
    if (all >= limits.all || own >= limits.ofOneAgent) {
      throw new Problem(
        503,
        'Too many visits are being sent at the same time. Please try again shortly.',
        {
          code: 'busy',
          retryAfter: serverLimits.sendersRetryAfterSeconds,
        },
      );
    }
    all += 1;
    underWay.set(agentId, own + 1);
    try {
      return await submit();
    } finally {
      all -= 1;
      const left = (underWay.get(agentId) ?? 1) - 1;
      if (left === 0) underWay.delete(agentId);
      else underWay.set(agentId, left);
    }
  };
}
