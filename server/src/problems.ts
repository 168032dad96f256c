import { type ContactPoint, TOKEN_NOT_VALID } from '@doorstep/contract/wire/errors';

export type FieldErrors = Record<string, string[]>;

/** Characters of a name that an error quotes: its sender knows the rest, and it may be a megabyte. */
const quotedLength = 100;

/** A name from a request, as errors quote it. */
export const quote = (name: string): string => name.slice(0, quotedLength);

/** Every way a request may fail. The message is for the person who asked, and never contains another user's data. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly errors: FieldErrors | undefined;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined;
  /** The challenge with which a sign-in continues to its second step. */
  readonly challenge: string | undefined;
  /** The applicants that a request by application number may mean. */
  readonly contactPoints: ContactPoint[] | undefined;
  /** From where an upload goes on. */
  readonly offset: number | undefined;
  /** How many there are now, where another number was expected. */
  readonly count: number | undefined;
  /** The office's number, for an agent whose account is closed. */
  readonly officePhone: string | undefined;

  constructor(
    status: number,
    message: string,
    more: {
      code?: string;
      errors?: FieldErrors;
      retryAfter?: number;
      challenge?: string;
      contactPoints?: ContactPoint[];
      offset?: number;
      count?: number;
      officePhone?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.status = status;
    this.code = more.code;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
    this.challenge = more.challenge;
    this.contactPoints = more.contactPoints;
    this.offset = more.offset;
    this.count = more.count;
    this.officePhone = more.officePhone;
  }
}

export const notFound = (what: string) =>
  new Problem(404, `${what} not found.`, { code: 'not_found' });

/** The text must not mention tokens, login or authorisation: the app would end the session over it. */
export const forbidden = (why = 'You do not have permission to do this.') =>
  new Problem(403, why, { code: 'forbidden' });

export const unauthenticated = (why = 'Given token not valid: please log in again.') =>
  new Problem(401, why, { code: TOKEN_NOT_VALID });

/** Field errors; the message is the first of them unless another says more. */
export const invalid = (errors: FieldErrors, message?: string) =>
  new Problem(400, message ?? Object.values(errors)[0]?.[0] ?? 'The request is not valid.', {
    code: 'invalid',
    errors,
  });

export const badRequest = (message: string, code = 'bad_request') =>
  new Problem(400, message, { code });

export const conflict = (message: string, code = 'conflict') => new Problem(409, message, { code });

/**
 * Rejects to change a record that was changed since its caller read it, where the caller sends that time. `what` is the
 * record by its name.
 */
export function refuseOutdated(seen: string | undefined, updatedAt: string, what: string): void {
  if (seen === undefined || Date.parse(seen) === Date.parse(updatedAt)) return;
  throw conflict(
    `Someone else changed ${what} meanwhile. Please load the record again.`,
    'changed_meanwhile',
  );
}

/** Rejects to change a case of which retention left no personal data. */
export function refuseAnonymised(anonymisedAt: string | null): void {
  if (anonymisedAt === null) return;
  throw conflict('This case was closed and its personal data deleted.', 'anonymised');
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
