import { portfolioSummary } from '../../portfolio.ts';
import type { EndpointRow } from '../endpoint-row.ts';

export const portfolioEndpoints = {
  portfolioSummary: {
    endpoint: portfolioSummary,
    noun: 'Portfolio summary',
    title: 'Count the work of each portfolio',
  },
} as const satisfies Record<string, EndpointRow>;
