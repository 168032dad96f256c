import { portfolioSummary } from '@doorstep/contract/portfolio';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/contract/contract-route.ts';
import type { Platform } from '../../platform/platform.ts';
import { summarizePortfolios } from './portfolio-store.ts';

export function portfolioRoutes(app: FastifyInstance, { provider, db }: Platform): void {
  mount(app, portfolioSummary, async ({ query }) => ({
    success: true as const,
    data: await summarizePortfolios(db, query, provider.timeZone),
  }));
}
