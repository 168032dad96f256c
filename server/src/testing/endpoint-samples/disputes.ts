import type { disputesEndpoints } from '@doorstep/contract/wire/endpoint-list/disputes';
import { about, type Sample, verification } from '../endpoint-sample.ts';

export const disputesSamples: Record<keyof typeof disputesEndpoints, Sample> = {
  recordDispute: {
    ...about(verification, { because: 'late' }, { because: 'other' }),
    ...{ audit: 'verification.dispute', changes: 'disputes' },
  },
};
