import * as z from 'zod/mini';

export const ContactPoint = z.object({
  id: z.number(),
  applicant_type: z.string(),
  visit_type: z.string(),
});
export type ContactPoint = z.infer<typeof ContactPoint>;

/** The body of every failure. `detail` repeats `message`. `errors` has the messages of each invalid field. */
export const ErrorBody = z.object({
  success: z.literal(false),
  message: z.string(),
  detail: z.string(),
  /** Repeats `message`. Present only in answers of the endpoints of users. */
  error: z.optional(z.string()),
  code: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  challenge: z.optional(z.string()),
  /** The contact points to choose from. Present with the code `several_contact_points`. */
  contact_points: z.optional(z.array(ContactPoint)),
  /** If a client continued an upload at the wrong byte: the number of bytes that have arrived. */
  offset: z.optional(z.number()),
  /** The office's phone number, for an agent whose account was deactivated. */
  office_phone: z.optional(z.string()),
  /** The current number of tasks or applicants, if the request expected another number. */
  count: z.optional(z.number()),
  request_id: z.string(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The `code` of a 401 for an access or refresh token that is not valid (section 8 of the specification). */
export const TOKEN_NOT_VALID = 'token_not_valid';
