import type { evidenceEndpoints } from '@doorstep/contract/wire/endpoint-list/evidence';
import { about, none, nothing, type Sample, verification, visited } from '../endpoint-sample.ts';
import { addFinding } from '../evidence/add-finding.ts';

const check = 'visit.short';
const dismissal = { because: 'explained' };
const correction = { pin_code: '400002', instead_of: '400001' };

export const evidenceSamples: Record<keyof typeof evidenceEndpoints, Sample> = {
  dismissFinding: {
    good: async (server) => {
      const { id } = await visited(server);
      await addFinding(server.db, id, { check_id: check });
      return { params: { id, check }, payload: dismissal };
    },
    unknown: { params: { ...none.params, check }, payload: dismissal },
    bad: { params: { check }, payload: { because: 'no_reason' } },
    ...{ audit: 'verification.dismiss_finding', changes: 'evidence_findings' },
  },
  correctPinCode: {
    ...about(verification, correction, { ...correction, pin_code: '4000' }),
    ...{ audit: 'applicant.correct_pin_code', changes: 'applicants' },
  },
  evidenceSummary: nothing,
  changeThresholds: {
    good: async ({ db }) => {
      const last = await db
        .selectFrom('evidence_thresholds')
        .select(({ fn }) => fn.max('version').as('version'))
        .executeTakeFirst();
      const version = last?.version ?? 0;
      return { payload: { version, values: { shortSeconds: 121 + version } } };
    },
    bad: { payload: { version: 0, values: { shortSeconds: 'long' } } },
    ...{ audit: 'evidence.change_thresholds', changes: 'evidence_thresholds' },
  },
};
