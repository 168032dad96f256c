import type { calibrationEndpoints } from '@doorstep/contract/wire/endpoint-list/calibration';
import { about, agent, nothing, type Sample } from '../endpoint-sample.ts';

export const calibrationSamples: Record<keyof typeof calibrationEndpoints, Sample> = {
  ownCalibration: nothing,
  calibrationOf: about(agent),
};
