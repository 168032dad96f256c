import type { disputesEndpoints } from '@doorstep/contract/wire/endpoint-list/disputes';
import { none, type Sample, verification } from '../endpoint-sample.ts';

export const disputesSamples: Record<keyof typeof disputesEndpoints, Sample> = {
  recordDispute: {
    good: async (server) => ({ ...(await verification(server)), payload: { because: 'late' } }),
    unknown: { ...none, payload: { because: 'late' } },
    bad: { params: { id: 1 }, payload: { because: 'other' } },
    audit: 'verification.dispute',
    changes: 'disputes',
  },
};
