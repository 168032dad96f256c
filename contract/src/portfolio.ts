import * as z from 'zod/mini';
import { isoDate } from './wire/days.ts';
import { defineEndpoint } from './wire/endpoint.ts';

/** The number of days that the summary shows by default, today included. */
export const summaryDays = 7;

/**
 * The counts of a portfolio's applicants that were created within the dates. `total` is the sum of
 * `allocated` and `allocation_pending`. `allocated` is the sum of `visit_pending` and `visit_done`.
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
 * Counts the applicants of each portfolio that were created from the first to the last date, both included.
 * Dates are in the provider's time zone.
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
