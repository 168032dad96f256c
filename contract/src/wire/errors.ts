import * as z from 'zod/mini';

/** One of the visits that an application number stands for. `id` is the applicant's. */
export const ContactPoint = z.object({
  id: z.number(),
  applicant_type: z.string(),
  visit_type: z.string(),
});
export type ContactPoint = z.infer<typeof ContactPoint>;

/** The one body of every failure on the wire. `detail` repeats `message`; `errors` maps a field to its texts. */
export const ErrorBody = z.object({
  success: z.literal(false),
  message: z.string(),
  detail: z.string(),
  /** The same text again, where users are asked for. */
  error: z.optional(z.string()),
  code: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  /** Continues a sign-in that needs a second factor. */
  challenge: z.optional(z.string()),
  /** Which of them a request by number may mean, with the code `several_contact_points`. */
  contact_points: z.optional(z.array(ContactPoint)),
  /** How many bytes of an upload are there, where it was to go on from another. */
  offset: z.optional(z.number()),
  /** The number to call, for an agent whose account is closed. */
  office_phone: z.optional(z.string()),
  /** How many a filter finds now, where another number was expected. */
  count: z.optional(z.number()),
  request_id: z.string(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** `code` of a 401 whose access or refresh token is no longer good (section 8 of the specification). */
export const TOKEN_NOT_VALID = 'token_not_valid';
