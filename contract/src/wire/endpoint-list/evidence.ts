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
    title: 'Dismiss a reason to look twice',
    note: 'The reasons come with their verification, as evidence. One that is dismissed stays there, and counts no more until the same check finds worse.',
  },
  correctPinCode: {
    endpoint: correctPinCode,
    noun: 'Evidence',
    title: 'Correct the pin code of a lender’s file',
    note: 'What the wrong one gave rise to is dismissed, and the case is checked anew.',
  },
  evidenceSummary: {
    endpoint: evidenceSummary,
    noun: 'Evidence',
    title: 'Read how each check does, and what it is held to',
  },
  changeThresholds: {
    endpoint: changeThresholds,
    noun: 'Evidence',
    title: 'Change what the checks are held to',
    note: 'Holds for what is checked from then on; npm run recheck looks at earlier cases again.',
  },
} as const satisfies Record<string, EndpointRow>;
