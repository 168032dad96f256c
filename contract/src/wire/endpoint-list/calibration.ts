import { calibrationOf, ownCalibration } from '../../calibration.ts';
import type { EndpointRow } from '../endpoint-row.ts';

export const calibrationEndpoints = {
  ownCalibration: {
    endpoint: ownCalibration,
    noun: 'Calibration',
    title: 'Read one’s own agreement with second reviewers, and other figures of quality',
    note: 'Each figure has the number of its cases, and is null below 20.',
  },
  calibrationOf: {
    endpoint: calibrationOf,
    noun: 'Calibration',
    title: 'Read the figures of an admin or agent',
  },
} as const satisfies Record<string, EndpointRow>;
