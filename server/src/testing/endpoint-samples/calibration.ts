import type { calibrationEndpoints } from '@doorstep/contract/wire/endpoint-list/calibration';
import { none, nothing, type Sample } from '../endpoint-sample.ts';
import { addUser } from '../test-app.ts';

export const calibrationSamples: Record<keyof typeof calibrationEndpoints, Sample> = {
  ownCalibration: { good: nothing },
  calibrationOf: {
    good: async ({ db }) => ({ params: { id: (await addUser(db, 'agent')).id } }),
    unknown: none,
  },
};
