import * as z from 'zod/mini';
import { isoDate } from './wire/days.ts';
import { defineEndpoint } from './wire/endpoint.ts';

export const summaryDays = 7;

/**
 * Counts a portfolio's applicants. `total` is the sum of `allocated` and `allocation_pending`. `allocated`
 * is the sum of `visit_pending` and `visit_done`.
 */
export const PortfolioRow = z.object({
  portfolio_name: z.string(),
  allocated: z.number(),
  visit_pending: z.number(),
  visit_done: z.number(),
  allocation_pending: z.number(),
  submitted: z.number(),
  total: z.number(),
});
export type PortfolioRow = z.infer<typeof PortfolioRow>;

/**
 * Counts the applicants that were created from `start_date` to `end_date`, both included. Dates are in the
 * provider's time zone.
 */
export const portfolioSummary = defineEndpoint({
  method: 'GET',
  path: '/api/v1/applicants/portfolio-summary/',
  access: 'admin',
  query: z.object({ start_date: isoDate('start_date'), end_date: isoDate('end_date') }).check(
    z.refine((range) => range.start_date <= range.end_date, {
      path: ['start_date'],
      error: 'start_date must not be after end_date',
    }),
  ),
  response: z.object({ success: z.literal(true), data: z.array(PortfolioRow) }),
});
