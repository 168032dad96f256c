import type { auditEndpoints } from '@doorstep/contract/wire/endpoint-list/audit';
import { none, nothing, type Sample } from '../endpoint-sample.ts';

export const auditSamples: Record<keyof typeof auditEndpoints, Sample> = {
  listEvents: {
    good: async () => ({ query: { after: '0' } }),
    bad: { query: { after: 'yesterday' } },
  },
  listAudit: { good: nothing, bad: { query: { page: 'x' } } },
  exportAudit: { good: nothing },
  qualityRegister: {
    good: async () => ({ query: { month: '2026-03' } }),
    bad: { query: { month: '2026-13' } },
    audit: 'audit.register',
  },
  getAudit: {
    good: async ({ db }) => ({
      params: {
        id: (await db.selectFrom('audit').select('id').limit(1).executeTakeFirstOrThrow()).id,
      },
    }),
    unknown: none,
  },
  verifyAudit: { good: nothing },
};
