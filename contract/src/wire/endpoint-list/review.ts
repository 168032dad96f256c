import { askSecondLook } from '../../review/second-looks.ts';
import {
  nextCases,
  releaseClaim,
  renewClaim,
  reviewDay,
  reviewQueue,
  undoDecision,
} from '../../review.ts';
import { type EndpointRow, idempotencyKey } from '../endpoint-row.ts';

export const reviewEndpoints = {
  reviewQueue: {
    endpoint: reviewQueue,
    noun: 'Review desk',
    title: 'Count the verifications that wait for review',
  },
  nextCases: {
    endpoint: nextCases,
    noun: 'Review desk',
    title: 'Claim the next case and the one after it',
    note: 'A claim lasts three minutes and can be renewed. Meanwhile no colleague gets the case. A decision needs no claim.',
  },
  renewClaim: {
    endpoint: renewClaim,
    noun: 'Review desk',
    title: 'Claim a case, or renew its claim',
  },
  releaseClaim: {
    endpoint: releaseClaim,
    noun: 'Review desk',
    title: 'Release a case, or skip it for ten minutes',
  },
  undoDecision: {
    endpoint: undoDecision,
    noun: 'Review desk',
    title: 'Undo your own decision',
    note: 'Within 60 seconds, while no report was issued and nothing else has happened; afterwards 409 too_late.',
  },
  askSecondLook: {
    endpoint: askSecondLook,
    noun: 'Review desk',
    title: 'Decide, and ask for a second look',
    note: 'A positive decision does not count until another reviewer confirms it.',
    optionalHeaders: idempotencyKey,
  },
  reviewDay: {
    endpoint: reviewDay,
    noun: 'Review desk',
    title: 'Read one’s own day, and the team’s median',
  },
} as const satisfies Record<string, EndpointRow>;
