import {
  nextCases,
  releaseClaim,
  renewClaim,
  reviewDay,
  reviewQueue,
  undoDecision,
} from '../../review.ts';
import type { EndpointRow } from '../endpoint-row.ts';

export const reviewEndpoints = {
  reviewQueue: {
    endpoint: reviewQueue,
    noun: 'Review desk',
    title: 'Count what waits for review',
  },
  nextCases: {
    endpoint: nextCases,
    noun: 'Review desk',
    title: 'Claim the next case and the one after it',
    note: 'A claim lives three minutes unless it is kept, and no colleague is given the case meanwhile. A decision needs none.',
  },
  renewClaim: {
    endpoint: renewClaim,
    noun: 'Review desk',
    title: 'Claim a case, or keep one that is on the screen',
  },
  releaseClaim: {
    endpoint: releaseClaim,
    noun: 'Review desk',
    title: 'Give a case up, or skip it for ten minutes',
  },
  undoDecision: {
    endpoint: undoDecision,
    noun: 'Review desk',
    title: 'Take one’s own decision back',
    note: 'Within 60 seconds, as long as no report was issued and nothing else happened since: 409 too_late after that.',
  },
  reviewDay: {
    endpoint: reviewDay,
    noun: 'Review desk',
    title: 'Read one’s own day, and the team’s median',
  },
} as const satisfies Record<string, EndpointRow>;
