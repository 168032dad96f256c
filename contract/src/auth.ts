import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { withoutAadhaar } from './text/aadhaar.ts';
import { normalizeEmail } from './text/account-name.ts';
import { nameWithoutInvisible, withoutInvisible } from './text/visible-text.ts';
import { texts } from './texts.ts';
import { defineEndpoint } from './wire/endpoint.ts';
import { Outcome } from './wire/paging.ts';

/** The signed-in user as the login answers and the browser stores it. */
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

/** A new password, by the rules of section 5; its length is counted in characters. */
export const Password = z
  .string()
  .check(
    z.regex(/[^\s\p{Cf}\p{DI}]/u, { error: texts.validation.password, abort: true }),
    z.minLength(limits.passwordMinLength, texts.validation.passwordLength),
    z.maxLength(
      limits.passwordMaxLength,
      `Password must be at most ${limits.passwordMaxLength} characters`,
    ),
  );

/** A person's name, trimmed and composed. */
export const Name = z
  .string()
  .check(
    z.trim(),
    z.normalize('NFC'),
    z.minLength(1, texts.validation.name),
    z.maxLength(200, 'Name must be at most 200 characters'),
    withoutAadhaar('Name'),
    nameWithoutInvisible('Name'),
  );

/** An email address, as {@link normalizeEmail} makes it. */
export const Email = z
  .string()
  .check(
    z.overwrite(normalizeEmail),
    z.minLength(1, { error: texts.validation.email, abort: true }),
    z.maxLength(254, { error: texts.validation.emailInvalid, abort: true }),
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, texts.validation.emailInvalid),
    withoutInvisible('Email'),
  );

/** A phone number: exactly ten digits. */
export const Phone = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: texts.validation.phone, abort: true }),
    z.regex(/^\d{10}$/, texts.validation.phoneDigits),
  );

/** `code` of the 403 for an administrator in the agent's app. */
export const NOT_AN_AGENT = 'not_an_agent';

export const login = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/login/',
  access: 'public',
  body: z.object({
    email_or_mobile: z
      .string()
      .check(z.trim(), z.minLength(1, 'Phone or email is required'), z.maxLength(254)),
    password: z
      .string()
      .check(
        z.minLength(1, texts.validation.password),
        z.maxLength(limits.passwordMaxLength, texts.login.checkCredentials),
      ),
    /** The agent's app: for agents alone, without a cookie, as an administrator may use the same browser. */
    app: z.optional(z.literal('field')),
  }),
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    user: SessionUser,
    tokens: Tokens,
    /** True while the session can do nothing but set up a second factor. */
    must_enrol: z.optional(z.boolean()),
    /** For the agent's app: as good as the session is, for sending alone. */
    send_token: z.optional(z.string()),
  }),
});

/** Rotates a refresh token. The one just used stays good while its successor is unused, for an admin for 30 seconds; any other use of it ends its whole session. */
export const refresh = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/token/refresh/',
  access: 'public',
  body: z.object({ refresh: z.string().check(z.minLength(1), z.maxLength(500)) }),
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

/** What the registration form holds before it is sent: the body and the repeated password. */
export const RegistrationForm = z
  .object({ ...newUser, confirm_password: z.string(), is_superadmin: z.boolean() })
  .check(
    z.refine((form) => form.password === form.confirm_password, {
      path: ['confirm_password'],
      error: texts.validation.passwordsDiffer,
      when: () => true,
    }),
  );

/** A new password and its confirmation, which must match. */
export const NewPassword = z.object({ new_password: Password, confirm_password: z.string() }).check(
  z.refine((form) => form.new_password === form.confirm_password, {
    path: ['confirm_password'],
    error: texts.validation.passwordsDiffer,
    when: () => true,
  }),
);

/** Sent without a bearer token; answered only for the administrator of the session cookie. */
export const passwordReset = defineEndpoint({
  method: 'POST',
  path: '/api/v1/password-reset/',
  access: 'agentsOrAll',
  body: z
    .object({ phone_number: Phone, new_password: Password, confirm_password: z.string() })
    .check(
      z.refine((form) => form.new_password === form.confirm_password, {
        path: ['confirm_password'],
        error: texts.validation.passwordsDiffer,
        when: () => true,
      }),
    ),
  response: Outcome,
});
