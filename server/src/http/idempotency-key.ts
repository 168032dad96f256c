import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forgetAnswers, type Repeatable } from '../db/answer-once.ts';
import type { Platform } from '../platform.ts';
import { invalid } from '../problems.ts';

const hour = 3_600_000;

/** The key under which a request may be repeated without doing its work again; undefined where none was sent. */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && /^[!-~]{8,100}$/.test(key))) return key;
  throw invalid({ 'Idempotency-Key': ['An Idempotency-Key has 8 to 100 visible characters.'] });
}

/** A request of a user as it is known again by its key; `contents` is all that it asks for. */
export function repeatableBy(
  request: FastifyRequest,
  userId: number,
  contents: unknown,
): Repeatable | undefined {
  const key = readIdempotencyKey(request);
  if (key === undefined) return undefined;
  const asked = [request.method, request.routeOptions.url, request.params, contents];
  return { userId, key, sha256: createHash('sha256').update(JSON.stringify(asked)).digest() };
}

/** Removes kept answers after their day, hourly and at start. */
export function sweepAnswers(app: FastifyInstance, { db }: Platform): void {
  const forget = () => forgetAnswers(db).catch((error: unknown) => app.log.error(error));
  const sweeps = setInterval(() => void forget(), hour).unref();
  app.addHook('onReady', async () => void forget());
  app.addHook('onClose', async () => clearInterval(sweeps));
}
