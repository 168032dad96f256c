import { limits } from '@doorstep/contract/limits';
import type { Endpoint } from '@doorstep/contract/wire/endpoint';
import { pathTo } from '@doorstep/contract/wire/path-to';
import type * as z from 'zod/mini';

/** An answer with an error status. `message` is the server's own, where it gave one. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string | undefined;
  /** The number to call, where the account is closed. */
  readonly officePhone: string | undefined;
  /** Seconds to wait before the next try, where a busy server says so. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: unknown, retryAfter?: string | null) {
    const { message, detail, code, office_phone } = Object(body) as Record<string, unknown>;
    const words = [message, detail].find((text) => typeof text === 'string' && text !== '');
    super(words ? String(words) : `The server answered with status ${status}.`);
    this.status = status;
    this.code = typeof code === 'string' ? code : undefined;
    this.officePhone = typeof office_phone === 'string' ? office_phone : undefined;
    this.retryAfter = Number(retryAfter) || undefined;
  }
}

/** No answer at all, none in time, or one that is not the server's. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

interface Sent {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
  bytes?: Blob;
  headers?: Record<string, string>;
  token?: string;
  /** With cookies, or without; the cookie in this browser may be an administrator's. */
  credentials?: 'same-origin' | 'omit';
  /** Milliseconds; ten seconds otherwise. */
  within?: number;
  /** Ends the call earlier. */
  until?: AbortSignal;
  /** Called with the answer before its body is read. */
  onAnswer?: (answer: Response) => Promise<void>;
}

/** Calls an endpoint and returns its JSON body. Rejects with {@link Refusal} or {@link NoAnswer}. */
export async function call<E extends Endpoint>(
  endpoint: E,
  sent: Sent = {},
): Promise<z.output<E['response']>> {
  const response = await send(endpoint, sent);
  await sent.onAnswer?.(response);
  try {
    return (await response.json()) as z.output<E['response']>;
  } catch (cause) {
    throw new NoAnswer('The answer broke off.', { cause });
  }
}

/** Calls an endpoint and returns the response, for where its headers matter. Rejects as {@link call} does. */
export async function send(endpoint: Endpoint, sent: Sent): Promise<Response> {
  const { params, query, body, bytes, headers, token, within = limits.httpTimeout } = sent;
  const { credentials = 'omit', until } = sent;
  const search = query ? `?${new URLSearchParams(query)}` : '';
  let response: Response;
  try {
    response = await fetch(pathTo(endpoint, params) + search, {
      method: endpoint.method,
      headers: {
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(bytes && { 'Content-Type': 'application/octet-stream' }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: bytes ?? (body === undefined ? undefined : JSON.stringify(body)),
      credentials,
      cache: 'no-store',
      signal: signalOf(within, until),
    });
  } catch (cause) {
    throw new NoAnswer('The server could not be reached.', { cause });
  }
  if (response.ok) return response;
  const problem: unknown = await response.json().catch(() => undefined);
  throw new Refusal(response.status, problem, response.headers.get('Retry-After'));
}

let untilFrozen = new AbortController();
// The browser freezes a page that was left, with the locks it holds: its calls end, so that another page or the worker can send.
globalThis.document?.addEventListener('freeze', () => {
  untilFrozen.abort();
  untilFrozen = new AbortController();
});

/** Ends a request after some milliseconds, with `until`, and when the page is frozen. */
export function signalOf(within: number, until = untilFrozen.signal): AbortSignal {
  // Phones with a browser of 2023 lack AbortSignal.any. The timeout always comes: then the other listeners go.
  const end = new AbortController();
  for (const signal of [AbortSignal.timeout(within), untilFrozen.signal, until]) {
    const abort = () => end.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: end.signal });
  }
  return end.signal;
}
