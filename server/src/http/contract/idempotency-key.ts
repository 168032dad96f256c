import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { IdempotentRequest } from '../../db/idempotency-keys.ts';
import { invalid } from '../../problems.ts';

export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && /^[!-~]{8,100}$/.test(key))) return key;
  throw invalid({ 'Idempotency-Key': ['An Idempotency-Key has 8 to 100 visible characters.'] });
}

/**
 * Returns what identifies a request with an Idempotency-Key, so that a repetition is recognised. `contents`
 * must contain all sent values that determine what the request does.
 */
export function idempotentRequest(
  request: FastifyRequest,
  userId: number,
  contents: unknown,
): IdempotentRequest | undefined {
  const key = readIdempotencyKey(request);
  if (key === undefined) return undefined;
  const asked = [request.method, request.routeOptions.url, request.params, contents];
  return { userId, key, sha256: hash('sha256', JSON.stringify(asked), 'buffer') };
}
