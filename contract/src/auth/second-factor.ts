import * as z from 'zod/mini';
import { login } from '../auth.ts';
import { limits } from '../limits.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { text } from '../wire/inputs.ts';
import { Id, Outcome } from '../wire/paging.ts';

/** `code` of the 401 for a right password while a code is still needed; the body contains a `challenge`. */
export const SECOND_FACTOR_REQUIRED = 'second_factor_required';

/** `code` of the 403 that an admin gets everywhere until the required second factor is set up. */
export const SECOND_FACTOR_ENROLMENT_REQUIRED = 'second_factor_enrolment_required';

/** `code` of the 401 for an expired challenge: the password is needed again. */
export const CHALLENGE_OVER = 'challenge_over';

/** Six digits of the app or a recovery code, in any spacing. */
const Code = text(40, 'This is too long for a code', { missing: 'Enter the code' }).check(
  z.trim(),
  z.minLength(1, 'Enter the code'),
);

const CurrentPassword = text(limits.passwordMaxLength, 'This is too long for a password', {
  missing: 'Enter your password',
}).check(z.minLength(1, 'Enter your password'));

/** The second step of a sign-in. Returns what the login would have returned. */
export const confirmSignIn = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/second-factor/',
  access: 'public',
  body: z.object({ challenge: text(1000).check(z.minLength(1)), code: Code }),
  response: login.response,
});

/** The state of the user's own second factor. */
export const readSecondFactor = defineEndpoint({
  method: 'GET',
  path: '/api/v1/auth/second-factor/',
  access: 'admin',
  response: z.object({
    success: z.literal(true),
    is_on: z.boolean(),
    on_since: z.nullable(z.string()),
    recovery_codes_left: z.number(),
    /** Whether the provider requires one of every admin. */
    is_required: z.boolean(),
  }),
});

/** Begins to set one up: a new secret, valid after a code of it is confirmed. */
export const startEnrolment = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/second-factor/enrolment/',
  access: 'admin',
  body: z.object({ password: CurrentPassword }),
  response: z.object({
    success: z.literal(true),
    /** Base32, for typing. */
    secret: z.string(),
    /** `otpauth://…`, for a QR code. */
    uri: z.string(),
  }),
});

/** Turns it on with the first code. The recovery codes are shown only this once. */
export const confirmEnrolment = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/second-factor/enrolment/confirm/',
  access: 'admin',
  body: z.object({ code: Code }),
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    recovery_codes: z.array(z.string()),
  }),
});

export const turnOffSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/second-factor/turn-off/',
  access: 'admin',
  body: z.object({ password: CurrentPassword, code: Code }),
  response: Outcome,
});

/** Removes a colleague's second factor (a lost phone) and signs them out everywhere. */
export const removeSecondFactor = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/users/:id/second-factor/',
  access: 'superadmin',
  params: z.object({ id: Id }),
  response: Outcome,
});
