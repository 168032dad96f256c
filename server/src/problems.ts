import { type ContactPoint, TOKEN_NOT_VALID } from '@doorstep/contract/wire/errors';

export type FieldErrors = Record<string, string[]>;

/** The maximum number of characters of a name that an error quotes. The name may be a megabyte long. */
const quotedLength = 100;

export const quote = (name: string): string => name.slice(0, quotedLength);

/**
 * The error for a request that can't be fulfilled. The message is for the user who sent the request, and
 * never contains another user's data.
 */
export class Problem extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly errors: FieldErrors | undefined;
  /** The seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined;
  readonly challenge: string | undefined;
  /** The contact points of the application among which the agent must choose, if there are several. */
  readonly contactPoints: ContactPoint[] | undefined;
  /** The offset at which an upload must continue. */
  readonly offset: number | undefined;
  /** The current count of open tasks or applicants, if the request expected a different count. */
  readonly count: number | undefined;
  /** The office's phone number, for an agent whose account is closed. */
  readonly officePhone: string | undefined;

  constructor(
    status: number,
    message: string,
    { cause, ...more }: Partial<Omit<Problem, 'status' | keyof Error>> & { cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.status = status;
    Object.assign(this, more);
  }
}

export const missing = (message: string, cause?: unknown) =>
  new Problem(404, message, { code: 'not_found', cause });

export const notFound = (what: string) => missing(`${what} not found.`);

export function orNotFound<Found>(found: Found | null | undefined | false, what: string): Found {
  if (!found) throw notFound(what);
  return found;
}

/** Returns a 403. The text must not mention tokens, login or authorisation, because the app would end the session. */
export const forbidden = (why = 'You do not have permission to do this.') =>
  new Problem(403, why, { code: 'forbidden' });

export const unauthenticated = (why = 'Given token not valid: please log in again.') =>
  new Problem(401, why, { code: TOKEN_NOT_VALID });

export const invalid = (errors: FieldErrors, message?: string) =>
  new Problem(400, message ?? Object.values(errors)[0]?.[0] ?? 'The request is not valid.', {
    code: 'invalid',
    errors,
  });

export const badRequest = (message: string, code = 'bad_request') =>
  new Problem(400, message, { code });

export const conflict = (message: string, code = 'conflict') => new Problem(409, message, { code });

/**
 * Rejects a change if the record has changed since the caller read it. `seen` is the `updated_at` that the
 * caller read; undefined skips the check. `what` names the record.
 */
export function rejectOutdated(seen: string | undefined, updatedAt: string, what: string): void {
  if (seen === undefined || Date.parse(seen) === Date.parse(updatedAt)) return;
  throw conflict(
    `Someone else changed ${what} in the meantime. Please load the record again.`,
    'changed_meanwhile',
  );
}

export function rejectAnonymised(anonymisedAt: string | null): void {
  if (anonymisedAt === null) return;
  throw conflict('This application was closed, and its personal data was deleted.', 'anonymised');
}

export const tooLarge = (message: string) => new Problem(413, message, { code: 'too_large' });

export const notMultipart = () =>
  new Problem(415, 'The request must be multipart/form-data.', { code: 'unsupported_media_type' });

export const notJson = () =>
  new Problem(415, 'The request must be application/json.', { code: 'unsupported_media_type' });

export const tooMany = (retryAfter: number) =>
  new Problem(429, `Too many attempts. Please try again in ${retryAfter} seconds.`, {
    code: 'too_many_attempts',
    retryAfter,
  });

export const unavailable = (
  message = 'The service is briefly unavailable. Please try again.',
  cause?: unknown,
) => new Problem(503, message, { code: 'unavailable', retryAfter: 2, cause });
