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
    note: 'A claim lasts three minutes and can be renewed. During this time, no colleague gets the case. A decision needs no claim.',
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
    note: 'After 60 seconds, or if the verification or its applicant has changed since, the answer is a 409 too_late. Call-backs and disputes don’t count as changes. A decision that counts also can’t be undone after a report of it was made.',
  },
  askSecondLook: {
    endpoint: askSecondLook,
    noun: 'Review desk',
    title: 'Decide, and ask for a second look',
    note: 'A positive decision does not count until another reviewer confirms it. If no other admin is active, the decision counts immediately, unless SECOND_LOOK_ALONE is wait.',
    optionalHeaders: idempotencyKey,
  },
  reviewDay: {
    endpoint: reviewDay,
    noun: 'Review desk',
    title: 'Read your own numbers of today, and the team’s median time',
  },
} as const satisfies Record<string, EndpointRow>;
