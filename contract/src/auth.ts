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

/** A new password. Section 5 of the specification has the rules. */
export const Password = text(
  limits.passwordMaxLength,
  `Password must be at most ${limits.passwordMaxLength} characters`,
  { missing: texts.validation.password },
).check(visible, z.minLength(limits.passwordMinLength, texts.validation.passwordLength));

const RepeatedPassword = text(limits.passwordMaxLength, texts.validation.passwordsDiffer, {
  missing: texts.validation.passwordsDiffer,
});

const nameTooLong = 'Name must be at most 200 characters';

export const Name = text(200, nameTooLong, { missing: texts.validation.name }).check(
  z.trim(),
  z.normalize('NFC'),
  z.minLength(1, texts.validation.name),
  // Checks the length again, because the normalization turns some letters into two.
  z.maxLength(200, nameTooLong),
  withoutAadhaar('Name'),
  nameWithoutInvisible('Name'),
);

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

export const Phone = text(40, texts.validation.phoneDigits, {
  missing: texts.validation.phone,
  wrong: texts.validation.phoneDigits,
}).check(
  z.trim(),
  z.minLength(1, { error: texts.validation.phone, abort: true }),
  z.regex(/^\d{10}$/, texts.validation.phoneDigits),
);

/** The `code` of the 403 for an admin who signs in to the agent's app. */
export const NOT_AN_AGENT = 'not_an_agent';

/** The `code` of the 403 for a deactivated agent who signs in to the agent's app with the right password. */
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
    /**
     * Sent by the agent's app. Then only agents can sign in. The server sets no session cookie, because it
     * would replace the cookie of an admin who uses the back office in the same browser.
     */
    app: z.optional(z.literal('field')),
  }),
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    user: SessionUser,
    tokens: Tokens,
    /** Whether the user must first set up a second factor. */
    must_enrol: z.optional(z.boolean()),
    /**
     * The token with which a locked phone sends visits, calls and messages, valid as long as the session.
     * Apart from public endpoints, it works only for the access `agentSending`.
     */
    send_token: z.optional(z.string()),
    /** The language of the account in the agent's app. Null until the agent chooses a language. */
    language: z.optional(z.nullable(z.enum(languages))),
  }),
});

/**
 * Replaces a refresh token with a new one. So that a client can retry, the old token works until the new one
 * is used. An admin's old token works for at most 30 seconds after its first use. A later use of the old
 * token ends the session.
 */
export const refresh = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/token/refresh/',
  access: 'public',
  body: z.object({ refresh: text(500).check(z.minLength(1)) }),
  response: Tokens,
});

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

export const RegistrationForm = z
  .object({ ...newUser, confirm_password: RepeatedPassword, is_superadmin: z.boolean() })
  .check(repeats('password'));

const newPassword = { new_password: Password, confirm_password: RepeatedPassword };

export const NewPassword = z.object(newPassword).check(repeats('new_password'));

/** Sets a user's password. The caller sends an admin's session cookie, but no bearer token. */
export const passwordReset = defineEndpoint({
  method: 'POST',
  path: '/api/v1/password-reset/',
  access: 'agentsOrAll',
  body: z.object({ phone_number: Phone, ...newPassword }).check(repeats('new_password')),
  response: Outcome,
});
