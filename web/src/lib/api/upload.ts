import { limits } from '@doorstep/contract/limits';
import type { Endpoint } from '@doorstep/contract/wire/endpoint';
import type * as z from 'zod/mini';
import { addressOf, authorized, httpError } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { idempotencyHeader } from './intention.ts';

export interface UploadOptions {
  /** Called with the share of the file that has been sent, from 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** The longest time without progress, in milliseconds. */
  timeout?: number;
}

/** Uses XMLHttpRequest, because `fetch` can't report progress. Progress restarts the timeout. */
export function uploadFile<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  options: UploadOptions = {},
): Promise<z.output<E['response']>> {
  return authorized(endpoint, (token) => attempt(endpoint, form, options, token)) as Promise<
    z.output<E['response']>
  >;
}

function attempt(
  endpoint: Endpoint,
  form: FormData,
  { onProgress, signal, idempotencyKey, timeout = limits.httpTimeout }: UploadOptions,
  token: string | undefined,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const waitAnew = () => {
      clearTimeout(timer);
      timer = setTimeout(() => fail(new ApiError('timeout')), timeout);
    };
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
    const fail = (error: ApiError) => {
      finish();
      reject(error);
      request.abort();
    };
    const giveUp = () => fail(new ApiError('aborted'));

    request.open(endpoint.method, addressOf(endpoint));
    request.setRequestHeader('Accept', 'application/json');
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    for (const [name, value] of Object.entries(idempotencyHeader(idempotencyKey))) {
      request.setRequestHeader(name, value);
    }
    request.upload.onprogress = (event) => {
      waitAnew();
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onerror = () => fail(new ApiError('network'));
    request.onload = () => {
      finish();
      const body = parseJson(request.responseText);
      const isSuccess = request.status >= 200 && request.status < 300;
      if (isSuccess && body !== undefined) resolve(body);
      else reject(isSuccess ? new ApiError('network') : httpError(request.status, body));
    };
    if (signal?.aborted) return giveUp();
    signal?.addEventListener('abort', giveUp);
    waitAnew();
    request.send(form);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
