import { texts } from '@doorstep/contract/texts';

export type FailureKind = 'network' | 'timeout' | 'http' | 'aborted';

type Fields = Record<string, string[]>;

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: FailureKind;
  readonly status?: number;
  readonly code?: string;
  /** The first of `message`, `detail` and `error` that the answer contains. */
  readonly serverMessage?: string;
  readonly detail?: string;
  readonly errors?: Fields;
  readonly challenge?: string;
  /** The number of records that a filter finds now, if the request expected another number. */
  readonly count?: number;
  readonly requestId?: string;
  /** The number of seconds after which a busy server accepts a retry. */
  readonly retryAfter?: number;
  readonly hasBody: boolean;

  constructor(
    kind: FailureKind,
    options: { status?: number; body?: unknown; retryAfter?: number; cause?: unknown } = {},
  ) {
    const body = asRecord(options.body);
    const serverMessage = text(body.message) ?? text(body.detail) ?? text(body.error);
    super(serverMessage ?? generic(kind, options.status), { cause: options.cause });
    this.kind = kind;
    this.status = options.status;
    this.serverMessage = serverMessage;
    this.detail = text(body.detail);
    this.code = text(body.code);
    this.challenge = text(body.challenge);
    this.count = typeof body.count === 'number' ? body.count : undefined;
    this.requestId = text(body.request_id);
    this.errors = fields(body.errors);
    this.retryAfter = options.retryAfter;
    this.hasBody = options.body !== undefined;
  }
}

function generic(kind: FailureKind, status?: number): string {
  if (kind === 'timeout') return 'The server took too long to answer. Try again.';
  if (kind === 'aborted') return 'The request was cancelled.';
  if (kind === 'network')
    return 'The server could not be reached. Check your connection and try again.';
  return `The server answered with status ${status}. Try again.`;
}

function asRecord(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

// Some backends send a list of texts for a field, and others send a single text.
function fields(errors: unknown): Fields | undefined {
  const entries = Object.entries(asRecord(errors)).map(([field, value]): [string, string[]] => [
    field,
    (Array.isArray(value) ? value : [value]).filter((item) => text(item) !== undefined),
  ]);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback;
}

/** If there is no answer or no readable body, returns a text about the network. */
export function failureText(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || !error.hasBody) return texts.networkError;
  return error.serverMessage ?? fallback;
}

export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || !error.errors) return {};
  return Object.fromEntries(
    Object.entries(error.errors).flatMap(([field, [first]]) => (first ? [[field, first]] : [])),
  );
}

export function failureOf(error: unknown, title: string, fallback = '') {
  return { title, message: messageOf(error, fallback), requestId: requestIdOf(error) };
}

/** Whether a call failed without an answer. The server may have executed the call anyway. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.kind === 'network' || error.kind === 'timeout'
    : error instanceof Error && isUnanswered(error.cause);

const notOffered = new Set([404, 405, 501]);
export const isNotOffered = (error: unknown): boolean =>
  error instanceof ApiError && notOffered.has(error.status ?? 0);

export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.requestId : undefined;
}

const expiredWords = /expired|invalid|token|unauthorized|unauthenticated/i;
const forbiddenWords = /token|auth|login/i;

/** Follows section 8 of the specification. */
export function isAuthenticationFailure(status: number, body: unknown): boolean {
  const { code, detail, message, error } = asRecord(body);
  const says = (words: RegExp, ...texts: unknown[]) =>
    texts.some((value) => typeof value === 'string' && words.test(value));
  if (status === 401)
    return code === 'token_not_valid' || says(expiredWords, detail, message, error);
  return status === 403 && says(forbiddenWords, detail, message);
}
