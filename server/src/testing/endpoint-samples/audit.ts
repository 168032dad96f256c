import type { auditEndpoints } from '@doorstep/contract/wire/endpoint-list/audit';
import { about, nothing, type Sample } from '../endpoint-sample.ts';

export const auditSamples: Record<keyof typeof auditEndpoints, Sample> = {
  listEvents: {
    good: async () => ({ query: { after: '0' } }),
    bad: { query: { after: 'yesterday' } },
  },
  listAudit: { ...nothing, bad: { query: { page: 'x' } } },
  exportAudit: nothing,
  qualityRegister: {
    good: async () => ({ query: { month: '2026-03' } }),
    bad: { query: { month: '2026-13' } },
    audit: 'audit.register',
  },
  getAudit: about(async ({ db }) => ({
    params: await db.selectFrom('audit').select('id').limit(1).executeTakeFirstOrThrow(),
  })),
  verifyAudit: nothing,
};
