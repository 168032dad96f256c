import * as z from 'zod/mini';
import { languages } from './languages.ts';
import { limits } from './limits.ts';
import { withoutAadhaar } from './text/aadhaar.ts';
import { normalizeEmail } from './text/account-name.ts';
import { nameWithoutInvisible, withoutInvisible } from './text/visible-text.ts';
import { texts } from './texts.ts';
import { defineEndpoint } from './wire/endpoint.ts';
import { text } from './wire/inputs.ts';
import { Outcome } from './wire/paging.ts';

/** The signed-in user as the login returns and the browser stores it. */
export const SessionUser = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  is_admin: z.boolean(),
  is_superadmin: z.boolean(),
  is_active: z.boolean(),
});
export type SessionUser = z.infer<typeof SessionUser>;

export const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
export type Tokens = z.infer<typeof Tokens>;

const visible = z.regex(/[^\s\p{Cf}\p{DI}]/u, { error: texts.validation.password, abort: true });

/** A new password, by the rules of section 5; its length is counted in characters. */
export const Password = text(
  limits.passwordMaxLength,
  `Password must be at most ${limits.passwordMaxLength} characters`,
  { missing: texts.validation.password },
).check(visible, z.minLength(limits.passwordMinLength, texts.validation.passwordLength));

/** A repeated password. It must be the same, so it needs no separate error. */
const RepeatedPassword = text(limits.passwordMaxLength, texts.validation.passwordsDiffer, {
  missing: texts.validation.passwordsDiffer,
});

const nameTooLong = 'Name must be at most 200 characters';

/** A person's name, trimmed and composed. */
export const Name = text(200, nameTooLong, { missing: texts.validation.name }).check(
  z.trim(),
  z.normalize('NFC'),
  z.minLength(1, texts.validation.name),
  // Composing turns some letters into two.
  z.maxLength(200, nameTooLong),
  withoutAadhaar('Name'),
  nameWithoutInvisible('Name'),
);

/** An email address, as {@link normalizeEmail} makes it. */
export const Email = text(254, texts.validation.emailInvalid, {
  missing: texts.validation.email,
  wrong: texts.validation.emailInvalid,
}).check(
  z.overwrite(normalizeEmail),
  z.minLength(1, { error: texts.validation.email, abort: true }),
  z.maxLength(254, { error: texts.validation.emailInvalid, abort: true }),
  z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, texts.validation.emailInvalid),
  withoutInvisible('Email'),
);

/** A phone number: exactly ten digits. */
export const Phone = text(40, texts.validation.phoneDigits, {
  missing: texts.validation.phone,
  wrong: texts.validation.phoneDigits,
}).check(
  z.trim(),
  z.minLength(1, { error: texts.validation.phone, abort: true }),
  z.regex(/^\d{10}$/, texts.validation.phoneDigits),
);

/** `code` of the 403 for an administrator in the agent's app. */
export const NOT_AN_AGENT = 'not_an_agent';

/** `code` of the 403 for a deactivated agent in the agent's app, after the right password. */
export const ACCOUNT_CLOSED = 'account_closed';

const nameRequired = 'Phone or email is required';

export const login = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/login/',
  access: 'public',
  body: z.object({
    email_or_mobile: text(254, undefined, { missing: nameRequired }).check(
      z.trim(),
      z.minLength(1, nameRequired),
    ),
    password: text(limits.passwordMaxLength, texts.login.checkCredentials, {
      missing: texts.validation.password,
    }).check(visible),
    /** The agent's app: only for agents, without a cookie, since an administrator may use the same browser. */
    app: z.optional(z.literal('field')),
  }),
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    user: SessionUser,
    tokens: Tokens,
    /** True while the session can only set up a second factor. */
    must_enrol: z.optional(z.boolean()),
    /** For the agent's app: valid as long as the session, only for sending visits. */
    send_token: z.optional(z.string()),
    /** For the agent's app: the language of the account; null until one was chosen. */
    language: z.optional(z.nullable(z.enum(languages))),
  }),
});

/**
 * Rotates a refresh token. The one just used stays valid until its successor is used, for an admin for 30
 * seconds. Any other reuse ends its whole session.
 */
export const refresh = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/token/refresh/',
  access: 'public',
  body: z.object({ refresh: text(500).check(z.minLength(1)) }),
  response: Tokens,
});

/** Ends the session of the bearer token and clears its cookie. */
export const logout = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/logout/',
  access: 'session',
  response: Outcome,
});

const newUser = { name: Name, email: Email, phone: Phone, password: Password };

export const register = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/register/',
  access: 'superadmin',
  body: z.object({
    ...newUser,
    is_admin: z._default(z.boolean(), false),
    is_superadmin: z._default(z.boolean(), false),
  }),
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    user: z.object({
      id: z.number(),
      full_name: z.string(),
      email: z.string(),
      phone: z.string(),
    }),
  }),
  status: 201,
});

/**
 * Checks that `confirm_password` repeats the password under this name. A repetition that is not a text has
 * only that error.
 */
const repeats = <Name extends string>(name: Name) =>
  z.refine<Record<Name | 'confirm_password', unknown>>(
    (form) => form[name] === form.confirm_password,
    {
      path: ['confirm_password'],
      error: texts.validation.passwordsDiffer,
      when: ({ value, issues }) =>
        value instanceof Object && !issues.some(({ path }) => path?.[0] === 'confirm_password'),
    },
  );

/** The registration form before it is sent: the body and the repeated password. */
export const RegistrationForm = z
  .object({ ...newUser, confirm_password: RepeatedPassword, is_superadmin: z.boolean() })
  .check(repeats('password'));

const newPassword = { new_password: Password, confirm_password: RepeatedPassword };

/** A new password and its confirmation, which must match. */
export const NewPassword = z.object(newPassword).check(repeats('new_password'));

/** Sent without a bearer token; answered only for the administrator of the session cookie. */
export const passwordReset = defineEndpoint({
  method: 'POST',
  path: '/api/v1/password-reset/',
  access: 'agentsOrAll',
  body: z.object({ phone_number: Phone, ...newPassword }).check(repeats('new_password')),
  response: Outcome,
});
