import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { IdempotentRequest } from '../../db/idempotency-keys.ts';
import { invalid } from '../../problems.ts';

/** Reads the key under which a request may be repeated without repeating its work; undefined if none was sent. */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && /^[!-~]{8,100}$/.test(key))) return key;
  throw invalid({ 'Idempotency-Key': ['An Idempotency-Key has 8 to 100 visible characters.'] });
}

/** Identifies a repeated request; `contents` is everything that it requests. Undefined without a key. */
export function idempotentRequest(
  request: FastifyRequest,
  userId: number,
  contents: unknown,
): IdempotentRequest | undefined {
  const key = readIdempotencyKey(request);
  if (key === undefined) return undefined;
  const asked = [request.method, request.routeOptions.url, request.params, contents];
  return { userId, key, sha256: createHash('sha256').update(JSON.stringify(asked)).digest() };
}
