import * as z from 'zod/mini';
import { Email } from '../auth.ts';
import { texts } from '../texts.ts';
import { defineEndpoint } from '../wire/endpoint.ts';

/** Rejects characters that need quotes in a mail header, so that a value can't contain several addresses. */
const MailAddress = Email.check(
  z.regex(/^[a-z0-9._%+-]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/, texts.validation.emailInvalid),
);

export const MailAlert = z.object({
  /** Whether this server sends e-mail and has a lender. Without a lender, no work can be late. */
  is_offered: z.boolean(),
  /** Null while the e-mail is off. */
  address: z.nullable(z.string()),
  last_sent_at: z.nullable(z.string()),
  /** Whether the last e-mail could not be sent. The server waits at least an hour before it sends again. */
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

/** Answers 409 if this server sends no e-mail. */
export const turnOnMailAlert = defineEndpoint({
  method: 'PUT',
  path,
  access: 'adminOwn',
  body: z.strictObject({ address: MailAddress }),
  response: MailAlert,
});

export const turnOffMailAlert = defineEndpoint({
  method: 'DELETE',
  path,
  access: 'adminOwn',
  response: MailAlert,
});
