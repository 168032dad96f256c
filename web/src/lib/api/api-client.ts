import { login, logout, passwordReset } from '@doorstep/contract/auth';
import {
  confirmSignIn,
  SECOND_FACTOR_ENROLMENT_REQUIRED,
} from '@doorstep/contract/auth/second-factor';
import { limits } from '@doorstep/contract/limits';
import type { Endpoint } from '@doorstep/contract/wire/endpoint';
import { pathTo } from '@doorstep/contract/wire/path-to';
import type * as z from 'zod/mini';
import { config } from '../config.ts';
import { demandEnrolment } from '../session/enrolment-demand.ts';
import { getSession } from '../session/session.ts';
import { expireSession, renewSession } from '../session/session-refresh.ts';
import { ApiError, isAuthenticationFailure } from './api-error.ts';
import { noteAnswer, noteNoAnswer } from './connection.ts';
import { idempotencyHeader } from './intention.ts';
import { noteClock } from './server-clock.ts';

type Query = Record<string, string | number | boolean | undefined>;
type PathParams<E extends Endpoint> = { [Name in keyof z.output<E['params']>]: string | number };
/** Whether a path has no parameters. Zod's type of a strict empty object is `Record<string, never>`. */
type IsPathFixed<E extends Endpoint> = string extends keyof z.output<E['params']> ? true : false;

type CallOptions<E extends Endpoint> = {
  query?: { [Name in keyof z.input<E['query']>]?: string | number | boolean };
  body?: z.input<E['body']>;
  /** Cancels the call. The promise then rejects with kind `aborted`. */
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** Milliseconds, for calls that take longer than the timeout in the specification. */
  timeout?: number;
} & (IsPathFixed<E> extends true ? { params?: never } : { params: PathParams<E> });

/** The options may be omitted if the path has no parameters. */
export type CallArguments<E extends Endpoint> =
  IsPathFixed<E> extends true ? [options?: CallOptions<E>] : [options: CallOptions<E>];

/**
 * In the specification, the calls of `withoutBearer` have no bearer token. Our own server uses a cookie for
 * the calls of `withCookie`.
 */
const signsIn = new Set<Endpoint>([login, confirmSignIn]);
const withoutBearer = new Set<Endpoint>([...signsIn, passwordReset]);
const withCookie = new Set<Endpoint>([...withoutBearer, logout]);

/** Returns the JSON body. Rejects with an {@link ApiError}. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[options]: CallArguments<E>
): Promise<z.output<E['response']>> {
  const response = await send(endpoint, options ?? {});
  try {
    return (response.status === 204 ? {} : await response.json()) as z.output<E['response']>;
  } catch (cause) {
    throw callError(cause);
  }
}

/** `fileName` is the server's suggestion, if any. Rejects with an {@link ApiError}. */
export async function callFile<E extends Endpoint>(
  endpoint: E,
  ...[options]: CallArguments<E>
): Promise<{ blob: Blob; fileName?: string }> {
  const response = await send(endpoint, options ?? {});
  try {
    return { blob: await response.blob(), fileName: suggestedName(response) };
  } catch (cause) {
    throw callError(cause);
  }
}

export function addressOf(
  endpoint: Endpoint,
  params?: Record<string, string | number>,
  query: Query = {},
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const suffix = search.size > 0 ? `?${search}` : '';
  return config().apiBaseUrl + pathTo(endpoint, params) + suffix;
}

/**
 * Sends a request with the bearer token. If the token has expired, renews it and sends the request once more.
 * If the server rejects the renewal, ends the session.
 */
export async function authorized<T>(
  endpoint: Endpoint,
  attempt: (token: string | undefined) => Promise<T>,
): Promise<T> {
  const needsBearer = endpoint.access !== 'public' && !withoutBearer.has(endpoint);
  const session = getSession();
  const bearer = withoutBearer.has(endpoint) ? undefined : session?.tokens.access_token;
  if (bearer === undefined && needsBearer) {
    expireSession(undefined);
    throw new ApiError('http', { status: 401 });
  }
  try {
    return await attempt(bearer);
  } catch (failure) {
    if (signsIn.has(endpoint) || !isSessionFailure(failure)) throw failure;
    const token = bearer ?? getSession()?.tokens.access_token;
    const renewal = token === undefined ? 'refused' : await renewSession(token);
    if (renewal === 'unknown') throw new ApiError('network', { cause: failure });
    if (renewal === 'refused') {
      expireSession(token);
      throw failure;
    }
    // If another user has signed in since the first request, the call must not be repeated as that user.
    if (getSession()?.id !== session?.id) throw failure;
  }
  const renewed = getSession()?.tokens.access_token;
  try {
    return await attempt(withoutBearer.has(endpoint) ? undefined : renewed);
  } catch (failure) {
    if (isSessionFailure(failure)) expireSession(renewed);
    throw failure;
  }
}

const sessionFailures = new WeakSet<ApiError>();

function isSessionFailure(failure: unknown): boolean {
  return failure instanceof ApiError && sessionFailures.has(failure);
}

export function httpError(status: number, body: unknown, retryAfter?: string | null): ApiError {
  // Accepts only seconds. To use a date, it would need this browser's clock, which may be wrong.
  const seconds = Number(retryAfter) || undefined;
  const error = new ApiError('http', { status, body, retryAfter: seconds });
  if (isAuthenticationFailure(status, body)) sessionFailures.add(error);
  if (error.code === SECOND_FACTOR_ENROLMENT_REQUIRED) demandEnrolment();
  return error;
}

interface Sent {
  params?: Record<string, string | number>;
  query?: Query;
  body?: unknown;
  signal?: AbortSignal;
  idempotencyKey?: string;
  timeout?: number;
}

function send(endpoint: Endpoint, options: Sent): Promise<Response> {
  return authorized(endpoint, async (token) => {
    const response = await fetchWithin(endpoint, options, token);
    noteAnswer();
    noteClock(response);
    if (!response.ok) {
      const body: unknown = await response.json().catch(() => undefined);
      throw httpError(response.status, body, response.headers.get('Retry-After'));
    }
    return response;
  });
}

async function fetchWithin(endpoint: Endpoint, options: Sent, token: string | undefined) {
  const timeout = AbortSignal.timeout(options.timeout ?? limits.httpTimeout);
  const request: RequestInit = {
    method: endpoint.method,
    headers: {
      Accept: endpoint.reply === 'file' ? '*/*' : 'application/json',
      ...(options.body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...idempotencyHeader(options.idempotencyKey),
    },
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    credentials: withCookie.has(endpoint) ? 'include' : 'same-origin',
  };
  const address = addressOf(endpoint, options.params, options.query);
  try {
    return await fetch(address, request).catch((cause) => {
      // Another backend without cookie support rejects the preflight. Because the call itself was not sent
      // yet, it can be repeated without cookies.
      const isElsewhere = new URL(address, location.href).origin !== location.origin;
      if (request.credentials !== 'include' || !isElsewhere || request.signal?.aborted) throw cause;
      return fetch(address, { ...request, credentials: 'omit' });
    });
  } catch (cause) {
    throw callError(cause);
  }
}

/** Returns the error for a missing or incomplete answer. After an abort, `cause` is the signal's reason. */
function callError(cause: unknown): ApiError {
  const reason = cause instanceof DOMException ? cause.name : '';
  if (reason === 'AbortError') return new ApiError('aborted', { cause });
  noteNoAnswer();
  return new ApiError(reason === 'TimeoutError' ? 'timeout' : 'network', { cause });
}

function suggestedName(response: Response): string | undefined {
  const header = response.headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  try {
    if (encoded) return decodeURIComponent(encoded);
  } catch {
    // The backend did not percent-encode `filename*`. So the plain `filename` is used if there is one.
  }
  return /filename="?([^";]+)"?/i.exec(header)?.[1];
}
