import { dismissDigest, openDigest } from '../../board/digest.ts';
import { getBoard } from '../../board.ts';
import type { EndpointRow } from '../endpoint-row.ts';

export const boardEndpoints = {
  getBoard: { endpoint: getBoard, noun: 'Board', title: 'Show the state of all open work' },
  openDigest: {
    endpoint: openDigest,
    noun: 'Board',
    title: 'Open your own digest of the day',
    note: 'Each day, only one session of the caller gets the digest: the first one that asks. It gets the digest until the caller dismisses it.',
  },
  dismissDigest: { endpoint: dismissDigest, noun: 'Board', title: 'Dismiss the digest of the day' },
} as const satisfies Record<string, EndpointRow>;
