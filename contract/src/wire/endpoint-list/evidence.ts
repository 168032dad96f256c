import {
  changeThresholds,
  correctPinCode,
  dismissFinding,
  evidenceSummary,
} from '../../evidence/office.ts';
import type { EndpointRow } from '../endpoint-row.ts';

export const evidenceEndpoints = {
  dismissFinding: {
    endpoint: dismissFinding,
    noun: 'Evidence',
    title: 'Dismiss a finding',
    note: 'The field `evidence` of a verification has its findings. A dismissed finding stays there, and is ignored until the same check finds something worse or, for a wrong pin code, another pin code. A new call-back that denies the visit also ends the dismissal.',
  },
  correctPinCode: {
    endpoint: correctPinCode,
    noun: 'Evidence',
    title: 'Correct the pin code of an applicant',
    note: 'Open findings that depend on the pin code are dismissed. The affected verifications are checked again.',
  },
  evidenceSummary: {
    endpoint: evidenceSummary,
    noun: 'Evidence',
    title: 'Read the results and thresholds of each check',
  },
  changeThresholds: {
    endpoint: changeThresholds,
    noun: 'Evidence',
    title: 'Change the thresholds of the checks',
    note: 'Later checks use the new thresholds. `npm run recheck` applies the new thresholds to earlier verifications.',
  },
} as const satisfies Record<string, EndpointRow>;
