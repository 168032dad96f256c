import * as z from 'zod/mini';
import { Photo } from '../photos.ts';
import { checkIds, dismissalReasons, evidenceLevels, evidenceParts } from './checks.ts';

/** A verification that is shown with a finding. */
const OtherCase = z.object({
  verification_id: z.number(),
  application_id: z.string(),
  applicant: z.string(),
  address: z.optional(z.string()),
  portfolio_name: z.string(),
  agent: z.string(),
  /** When its visit was, otherwise when it arrived. */
  at: z.string(),
});
export type OtherCase = z.infer<typeof OtherCase>;

/** Why to look at a verification twice, in one sentence, with what is shown next to it. */
export const Finding = z.object({
  check: z.enum(checkIds),
  version: z.number(),
  level: z.enum(evidenceLevels),
  /** Plain English with the measured values. Never for a report: it may name an application of another lender. */
  sentence: z.string(),
  /** The numbers of the sentence, under names of the check. */
  measured: z.record(z.string(), z.number()),
  /** A photo of this verification, by its id, and the matching one of another verification. */
  photos: z.array(
    z.object({
      photo_id: z.string(),
      other: z.nullable(z.object({ photo: Photo, of: OtherCase })),
    }),
  ),
  cases: z.array(OtherCase),
  /** The number of further verifications that are not listed; absent if unknown. */
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

/** The findings of a verification, worst first, dismissed ones last; null before the first check. */
export const Evidence = z.object({
  checked_at: z.string(),
  /** The parts that the checks could check; all parts if absent. */
  checked_parts: z.optional(z.array(z.enum(evidenceParts))),
  findings: z.array(Finding),
});
export type Evidence = z.infer<typeof Evidence>;
