import { calibrationOf, ownCalibration } from '../../calibration.ts';
import type { EndpointRow } from '../endpoint-row.ts';

export const calibrationEndpoints = {
  ownCalibration: {
    endpoint: ownCalibration,
    noun: 'Calibration',
    title: 'Read your own agreement with second reviewers, and other figures of quality',
    note: 'The answer has the number of cases behind each figure. With fewer than 20 cases, the figure is null.',
  },
  calibrationOf: {
    endpoint: calibrationOf,
    noun: 'Calibration',
    title: 'Read the figures of an admin or agent',
  },
} as const satisfies Record<string, EndpointRow>;
