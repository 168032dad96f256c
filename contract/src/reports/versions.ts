import * as z from 'zod/mini';
import { decisionFilters } from '../verifications/decision.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { text } from '../wire/inputs.ts';
import { Id } from '../wire/paging.ts';

const template = z.enum(['residence', 'office']);

export const ReportVersion = z.object({
  id: z.number(),
  version: z.number(),
  created_at: z.string(),
  created_by: z.string(),
  template,
  /**
   * `sent`: an admin saved this form. `generated`: the server filled in the form, from the last saved form
   * or from the verification.
   */
  origin: z.enum(['sent', 'generated']),
  /** The decision when the version was made. */
  admin_decision: z.enum(decisionFilters),
  code: z.string(),
  /** The SHA-256 of the PDF, in hex. */
  sha256: z.string(),
  bytes: z.number(),
  pages: z.number(),
  is_signed: z.boolean(),
});
export type ReportVersion = z.infer<typeof ReportVersion>;

/** Lists the versions newest first. */
export const listReportVersions = defineEndpoint({
  method: 'GET',
  path: '/api/v1/verification_tasks/:id/reports/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: z.object({ results: z.array(ReportVersion) }),
});

/** The form of the latest version that an admin saved. Versions that the server generated are ignored. */
export const SavedForm = z.object({
  version: z.number(),
  saved_at: z.string(),
  saved_by: z.string(),
  form: z.record(z.string(), z.string()),
  /** The photos in the form, as freshly signed links. */
  image_urls: z.array(z.string()),
  /** Links to the photos that arrived after the form was saved, so the admin has not left them out. */
  came_since: z.optional(z.array(z.string())),
});
export type SavedForm = z.infer<typeof SavedForm>;

/**
 * Returns as `saved` the form that an admin last saved for a verification, or null. If it is null and an
 * earlier verification of the applicant has a saved form, `earlier` is the last of these forms. Answers 409
 * `second_look_owed` if another admin saved the form and the first decision is hidden from the caller.
 */
export const getSavedForm = defineEndpoint({
  method: 'GET',
  path: '/api/v1/verification_tasks/:id/saved-form/',
  access: 'admin',
  params: z.object({ id: Id }),
  query: z.object({ template_type: template }),
  response: z.object({
    saved: z.nullable(SavedForm),
    earlier: z.optional(SavedForm),
  }),
});

/** Returns a version's PDF, byte for byte as it was first issued. */
export const downloadReport = defineEndpoint({
  method: 'GET',
  path: '/api/v1/reports/:id/file/',
  access: 'admin',
  params: z.object({ id: Id }),
  reply: 'file',
  response: z.unknown(),
});

/** Crockford's base 32: the digits and the letters, without I, L, O and U. */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Converts a typed report code to its stored form `ABCD-EFGH-JKMN`. Undefined if it can't be a code. */
export function readReportCode(typed: string): string | undefined {
  const letters = typed
    .toUpperCase()
    .replace(/[\s\-‐‑‒–—]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  const isCode = letters.length === 12 && [...letters].every((c) => codeAlphabet.includes(c));
  return isCode ? letters.replace(/(.{4})(?=.)/g, '$1-') : undefined;
}

/**
 * Returns the public facts of a report. They must not identify the applicant, because anyone with the code
 * can read them.
 */
export const verifyReport = defineEndpoint({
  method: 'GET',
  path: '/api/v1/verify/:code/',
  access: 'public',
  params: z.object({ code: text(100) }),
  response: z.object({
    code: z.string(),
    agency: z.string(),
    created_at: z.string(),
    template,
    version: z.number(),
    admin_decision: z.enum(decisionFilters),
    sha256: z.string(),
    bytes: z.number(),
    pages: z.number(),
    is_signed: z.boolean(),
    /** Whether a later version of the same verification's report exists. */
    is_superseded: z.boolean(),
  }),
});
export type VerifiedReport = z.infer<typeof verifyReport.response>;
