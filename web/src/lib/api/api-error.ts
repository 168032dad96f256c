import { texts } from '@doorstep/contract/texts';

/** Why a call failed: no answer, none in time, an error status, or cancelled by the caller. */
export type FailureKind = 'network' | 'timeout' | 'http' | 'aborted';

type Fields = Record<string, string[]>;

/** The only error that a call throws. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: FailureKind;
  readonly status?: number;
  readonly code?: string;
  /** The server's text, if any: its message, else its detail, else its error. */
  readonly serverMessage?: string;
  readonly detail?: string;
  /** Texts by field, as a 400 carries them. */
  readonly errors?: Fields;
  /** Continues a sign-in that needs a second step. */
  readonly challenge?: string;
  /** The number that a filter finds now, if another number was expected. */
  readonly count?: number;
  /** The request id to quote to support. */
  readonly requestId?: string;
  /** Seconds after which a busy server accepts the next try. */
  readonly retryAfter?: number;
  /** Whether the answer had a readable body. */
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
  if (kind === 'timeout') return 'The server took too long to answer.';
  if (kind === 'aborted') return 'The call was cancelled.';
  if (kind === 'network') return 'The server could not be reached.';
  return `The server answered with status ${status}.`;
}

function asRecord(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

// Backends differ: a field's texts may be a list or one string.
function fields(errors: unknown): Fields | undefined {
  const entries = Object.entries(asRecord(errors)).map(([field, value]): [string, string[]] => [
    field,
    (Array.isArray(value) ? value : [value]).filter((item) => text(item) !== undefined),
  ]);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Returns the text for a failure: the server's own, else the fallback. */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback;
}

/**
 * Returns the text for a form that could not be sent: the server's own text, otherwise the fallback. If the server did
 * not answer, the text says so.
 */
export function failureText(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || !error.hasBody) return texts.networkError;
  return error.serverMessage ?? fallback;
}

/** Returns the first text of each field of a 400, for the forms that show them under their inputs. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || !error.errors) return {};
  return Object.fromEntries(
    Object.entries(error.errors).flatMap(([field, [first]]) => (first ? [[field, first]] : [])),
  );
}

/** Returns what a failed section shows: a title, the server's text or the fallback, and the request id. */
export function failureOf(error: unknown, title: string, fallback = '') {
  return { title, message: messageOf(error, fallback), requestId: requestIdOf(error) };
}

/** Whether no answer came, or none in time. The call may have succeeded all the same. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.kind === 'network' || error.kind === 'timeout'
    : error instanceof Error && isUnanswered(error.cause);

/** The statuses by which a backend says that it doesn't support a call. */
const notOffered = new Set([404, 405, 501]);
export const isNotOffered = (error: unknown): boolean =>
  error instanceof ApiError && notOffered.has(error.status ?? 0);

/** Returns the request id to quote to support, if the server sent one. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.requestId : undefined;
}

const expiredWords = /expired|invalid|token|unauthorized|unauthenticated/i;
const forbiddenWords = /token|auth|login/i;

/** Whether an answer means that the session has ended (specification, section 8). */
export function isAuthenticationFailure(status: number, body: unknown): boolean {
  const { code, detail, message, error } = asRecord(body);
  const says = (words: RegExp, ...texts: unknown[]) =>
    texts.some((value) => typeof value === 'string' && words.test(value));
  if (status === 401)
    return code === 'token_not_valid' || says(expiredWords, detail, message, error);
  return status === 403 && says(forbiddenWords, detail, message);
}
