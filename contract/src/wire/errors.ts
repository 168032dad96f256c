import * as z from 'zod/mini';

/** One of the visits that an application number may mean. `id` is the applicant's. */
export const ContactPoint = z.object({
  id: z.number(),
  applicant_type: z.string(),
  visit_type: z.string(),
});
export type ContactPoint = z.infer<typeof ContactPoint>;

/** The body of every failure. `detail` repeats `message`; `errors` maps a field to its texts. */
export const ErrorBody = z.object({
  success: z.literal(false),
  message: z.string(),
  detail: z.string(),
  /** The same text again, in the users' calls. */
  error: z.optional(z.string()),
  code: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  /** Continues a sign-in that needs a second factor. */
  challenge: z.optional(z.string()),
  /** The possible applicants of a request by number, with the code `several_contact_points`. */
  contact_points: z.optional(z.array(ContactPoint)),
  /** How many bytes of an upload have arrived, if it was continued at the wrong one. */
  offset: z.optional(z.number()),
  /** The number to call, for an agent whose account is closed. */
  office_phone: z.optional(z.string()),
  /** The current number of matches, if the request expected another one. */
  count: z.optional(z.number()),
  request_id: z.string(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** `code` of a 401 for an access or refresh token that is not valid any more (section 8 of the specification). */
export const TOKEN_NOT_VALID = 'token_not_valid';
