import * as z from 'zod/mini';
import { dueFilters } from '../clock.ts';
import { limits } from '../limits.ts';
import { isoDate } from './days.ts';
import { text } from './inputs.ts';
import { pageOf, queryNumber } from './paging.ts';

/**
 * The filters of the lists of applicants and verifications. A verification is filtered by the portfolio,
 * lender, upload, pin code and due time of its applicant. An unknown ID finds nothing.
 */
export const listFilter = {
  portfolio_name: z.optional(text(200).check(z.trim())),
  lender: z.optional(queryNumber('lender')),
  upload: z.optional(queryNumber('upload')),
  /** The ID of the assigned agent. For verifications, the ID of the agent who visited. */
  agent: z.optional(queryNumber('agent')),
  due: z.optional(z.enum(dueFilters, `due must be one of ${dueFilters.join(', ')}`)),
  pin: z.optional(
    text(40).check(
      z.regex(
        new RegExp(`^\\d{1,${limits.pinCodeDigits}}$`),
        `pin must have 1 to ${limits.pinCodeDigits} digits`,
      ),
    ),
  ),
  /**
   * The first and the last day of an applicant's creation or a verification's submission, in the provider's
   * time zone.
   */
  from: z.optional(isoDate('from')),
  to: z.optional(isoDate('to')),
};

export const listSorts = ['created', 'due'] as const;
export type ListSort = (typeof listSorts)[number];

/** `created` (default): newest first. `due`: running clocks by due time, then all others, newest first. */
export const Sort = z.optional(z.enum(listSorts, `sort must be one of ${listSorts.join(', ')}`));

/**
 * A page of a list that may match too many rows to count. If `count_is_minimum` is true, `count` is a lower
 * bound, and there are pages only for the first `count` rows.
 */
export const countedPageOf = <T extends z.ZodMiniType>(item: T) =>
  z.extend(pageOf(item), { count_is_minimum: z.optional(z.boolean()) });
