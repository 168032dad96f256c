import * as z from 'zod/mini';
import { login } from '../auth.ts';
import { limits } from '../limits.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { text } from '../wire/inputs.ts';
import { Id, Outcome } from '../wire/paging.ts';

/**
 * The `code` of the 401 after a correct password, if the sign-in also needs a second factor. The body
 * contains a `challenge`.
 */
export const SECOND_FACTOR_REQUIRED = 'second_factor_required';

/** The `code` of the 403 for an admin who must have a second factor and has not set it up yet. */
export const SECOND_FACTOR_ENROLMENT_REQUIRED = 'second_factor_enrolment_required';

/**
 * The `code` of the 401 for a challenge that is no longer valid, for example because it has expired. The user
 * must enter the password again.
 */
export const CHALLENGE_OVER = 'challenge_over';

/** Six digits from the authenticator app, or a recovery code. The server ignores spaces and hyphens. */
const Code = text(40, 'This is too long for a code', { missing: 'Enter the code' }).check(
  z.trim(),
  z.minLength(1, 'Enter the code'),
);

const CurrentPassword = text(limits.passwordMaxLength, 'This is too long for a password', {
  missing: 'Enter your password',
}).check(z.minLength(1, 'Enter your password'));

export const confirmSignIn = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/second-factor/',
  access: 'public',
  body: z.object({ challenge: text(1000).check(z.minLength(1)), code: Code }),
  response: login.response,
});

export const readSecondFactor = defineEndpoint({
  method: 'GET',
  path: '/api/v1/auth/second-factor/',
  access: 'admin',
  response: z.object({
    success: z.literal(true),
    is_on: z.boolean(),
    on_since: z.nullable(z.string()),
    recovery_codes_left: z.number(),
    is_required: z.boolean(),
  }),
});

/**
 * Creates a new secret. To turn the second factor on, send a code of this secret to {@link confirmEnrolment}.
 */
export const startEnrolment = defineEndpoint({
  method: 'POST',
  path: '/api/v1/auth/second-factor/enrolment/',
  access: 'admin',
  body: z.object({ password: CurrentPassword }),
  response: z.object({
    success: z.literal(true),
    /** The secret in base32, to type into the authenticator app. */
    secret: z.string(),
    uri: z.string(),
  }),
});

/** Turns the second factor on. Only this answer contains the recovery codes. */
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

/** Removes a colleague's second factor, for example after a lost phone, and ends the colleague's sessions. */
export const removeSecondFactor = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/users/:id/second-factor/',
  access: 'superadmin',
  params: z.object({ id: Id }),
  response: Outcome,
});
