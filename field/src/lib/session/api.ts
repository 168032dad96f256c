import { limits } from '@doorstep/contract/limits';
import type { Endpoint } from '@doorstep/contract/wire/endpoint';
import { pathTo } from '@doorstep/contract/wire/path-to';
import type * as z from 'zod/mini';

/** An answer with an error status. `message` is the server's message, if it sent one. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string | undefined;
  /** The office's phone number, if the account is closed. */
  readonly officePhone: string | undefined;
  /** Seconds to wait before a retry, if a busy server sends them. */
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

  /**
   * Whether the same request can succeed later: the server failed or is too busy, or the request arrived too
   * slowly (408).
   */
  get isBusy(): boolean {
    return this.status >= 500 || this.status === 429 || this.status === 408;
  }
}

/** Thrown if no complete answer came in time, or if the answer is not from our server. */
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
  /** Whether to send cookies. By default none are sent, because the browser's cookie may belong to an admin. */
  credentials?: 'same-origin' | 'omit';
  /** The timeout in milliseconds. Default: 10,000. */
  within?: number;
  until?: AbortSignal;
  /** Called before the body is read. */
  onAnswer?: (answer: Response) => Promise<void>;
}

/** Returns the JSON body. Rejects with {@link Refusal} or {@link NoAnswer}. */
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

/** Like {@link call}, for callers that need the response's headers. */
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
// A page in the background may be frozen while it has the lock for sending. Cancelling the page's requests
// ends the sending, so that another page or the service worker gets the lock.
globalThis.document?.addEventListener('freeze', () => {
  untilFrozen.abort();
  untilFrozen = new AbortController();
});

/** Returns a signal that aborts after the timeout, when `until` aborts, or when the page is frozen. */
export function signalOf(within: number, until = untilFrozen.signal): AbortSignal {
  // Some browsers from 2023 lack AbortSignal.any. The timeout always fires and removes the other listeners,
  // so no listener is left.
  const end = new AbortController();
  for (const signal of [AbortSignal.timeout(within), untilFrozen.signal, until]) {
    const abort = () => end.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: end.signal });
  }
  return end.signal;
}
