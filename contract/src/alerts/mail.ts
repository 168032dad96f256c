import * as z from 'zod/mini';
import { Email } from '../auth.ts';
import { texts } from '../texts.ts';
import { defineEndpoint } from '../wire/endpoint.ts';

/** An email address that needs no quotes in a header: one recipient, without a display name, list or comment. */
const MailAddress = Email.check(
  z.regex(/^[a-z0-9._%+-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/, texts.validation.emailInvalid),
);

/** The caller's settings for e-mail about late work. */
export const MailAlert = z.object({
  /** Whether this server sends e-mail and has a lender, so that work can be late. */
  is_offered: z.boolean(),
  /** Null while the e-mail is turned off. */
  address: z.nullable(z.string()),
  last_sent_at: z.nullable(z.string()),
  /** Whether the last try failed. The next try is an hour after the last one. */
  has_failed: z.boolean(),
});
export type MailAlert = z.infer<typeof MailAlert>;

const path = '/api/v1/alerts/mail/';

export const getMailAlert = defineEndpoint({
  method: 'GET',
  path,
  access: 'adminOwn',
  response: MailAlert,
});

/** Turns the e-mail on, or changes the address. Answers 409 if this server sends no e-mail. */
export const turnOnMailAlert = defineEndpoint({
  method: 'PUT',
  path,
  access: 'adminOwn',
  body: z.strictObject({ address: MailAddress }),
  response: MailAlert,
});

/** Turns the e-mail off, and deletes the address. */
export const turnOffMailAlert = defineEndpoint({
  method: 'DELETE',
  path,
  access: 'adminOwn',
  response: MailAlert,
});
