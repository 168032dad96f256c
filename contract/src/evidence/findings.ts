import * as z from 'zod/mini';
import { Photo } from '../photos.ts';
import { checkIds, dismissalReasons, evidenceLevels, evidenceParts } from './checks.ts';

/** A case that is next to a finding. */
const OtherCase = z.object({
  verification_id: z.number(),
  application_id: z.string(),
  applicant: z.string(),
  address: z.optional(z.string()),
  portfolio_name: z.string(),
  agent: z.string(),
  /** When its visit was, else came. */
  at: z.string(),
});
export type OtherCase = z.infer<typeof OtherCase>;

/** Why to look at a case twice, in one sentence, with what is next to it. */
export const Finding = z.object({
  check: z.enum(checkIds),
  version: z.number(),
  level: z.enum(evidenceLevels),
  /** Plain English; it names what was measured. Never for a report: it may name another lender’s case. */
  sentence: z.string(),
  /** The numbers of the sentence, by names of the check's own. */
  measured: z.record(z.string(), z.number()),
  /** A photo of this case, by its id, and the one of another case that it is like. */
  photos: z.array(
    z.object({
      photo_id: z.string(),
      other: z.nullable(z.object({ photo: Photo, of: OtherCase })),
    }),
  ),
  cases: z.array(OtherCase),
  /** How many more cases there are than are named; none where this is not said. */
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

/** The findings of a case, worst first, dismissed ones last; null before the first check. */
export const Evidence = z.object({
  checked_at: z.string(),
  /** What the checks could check; everything if absent. */
  checked_parts: z.optional(z.array(z.enum(evidenceParts))),
  findings: z.array(Finding),
});
export type Evidence = z.infer<typeof Evidence>;
