import * as z from 'zod/mini';
import { Photo } from '../photos.ts';
import { checkIds, dismissalReasons, evidenceParts } from './checks.ts';
import { evidenceLevels } from './levels.ts';

const OtherCase = z.object({
  verification_id: z.number(),
  application_id: z.string(),
  applicant: z.string(),
  address: z.optional(z.string()),
  portfolio_name: z.string(),
  /** Whether the case has the same lender as this verification. No report may name another lender's case. */
  is_own_lenders: z.boolean(),
  agent: z.string(),
  /** The time of the visit, or of the submission if the time of the visit is unknown. */
  at: z.string(),
});
export type OtherCase = z.infer<typeof OtherCase>;

export const Finding = z.object({
  check: z.enum(checkIds),
  version: z.number(),
  level: z.enum(evidenceLevels),
  /**
   * The finding in one sentence, with the measured values. Reports must never print the sentence, because
   * it may name another application.
   */
  sentence: z.string(),
  /** The numbers in the sentence. Each check has its own names for them. */
  measured: z.record(z.string(), z.number()),
  /** Photos of this verification, each with the matching photo of another verification, if any. */
  photos: z.array(
    z.object({
      photo_id: z.string(),
      other: z.nullable(z.object({ photo: Photo, of: OtherCase })),
    }),
  ),
  cases: z.array(OtherCase),
  /** The number of the finding's verifications that `cases` leaves out. Absent if unknown. */
  more_cases: z.optional(z.number()),
  places: z.array(
    z.object({
      label: z.string(),
      latitude: z.number(),
      longitude: z.number(),
      accuracy_m: z.nullable(z.number()),
    }),
  ),
  times: z.array(z.object({ label: z.string(), at: z.string() })),
  found_at: z.string(),
  dismissed: z.nullable(
    z.object({
      by: z.string(),
      at: z.string(),
      because: z.enum(dismissalReasons),
      note: z.string(),
    }),
  ),
});
export type Finding = z.infer<typeof Finding>;

/**
 * The findings are sorted worst first, and dismissed ones last. Before the first check, a verification has
 * null instead of this object.
 */
export const Evidence = z.object({
  checked_at: z.string(),
  /** The parts of the visit for which the checks had enough data. Absent means all parts. */
  checked_parts: z.optional(z.array(z.enum(evidenceParts))),
  findings: z.array(Finding),
});
export type Evidence = z.infer<typeof Evidence>;
