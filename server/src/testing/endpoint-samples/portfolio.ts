import type { portfolioEndpoints } from '@doorstep/contract/wire/endpoint-list/portfolio';
import type { Sample } from '../endpoint-sample.ts';

export const portfolioSamples: Record<keyof typeof portfolioEndpoints, Sample> = {
  portfolioSummary: {
    good: async () => ({ query: { start_date: '2026-01-01', end_date: '2026-12-31' } }),
    bad: { query: { start_date: '2026-02-30', end_date: '2026-12-31' } },
  },
};
