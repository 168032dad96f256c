import { recordDispute } from '../../disputes.ts';
import { type EndpointRow, idempotencyKey } from '../endpoint-row.ts';

export const disputesEndpoints = {
  recordDispute: {
    endpoint: recordDispute,
    noun: 'Disputes',
    title: 'Record that the lender disputes a verification',
    optionalHeaders: idempotencyKey,
  },
} as const satisfies Record<string, EndpointRow>;
