import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { DatabaseBusy } from '../../db/connection.ts';
import type { Database } from '../../db/schema.ts';
import { serverLimits } from '../../limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { unavailable } from '../../problems.ts';

/**
 * Serves `/healthz` (the process answers) and `/readyz` (the process reaches its database and is not
 * stopping). While the server is stopping, requests on open connections get a 503, except `/healthz`.
 */
export function healthRoutes(app: FastifyInstance, { db, limits }: Platform): void {
  const timeout = limits?.readyAnswer ?? serverLimits.readyAnswer;
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onRequest', async (request) => {
    if (stopping && request.url !== '/healthz') throw unavailable('The server is stopping.');
  });

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    const answered = await Promise.race([
      answers(db, performance.now() + timeout),
      new Promise<false>((resolve) => setTimeout(resolve, timeout, false).unref()),
    ]);
    if (!answered) throw unavailable('The database does not answer.');
    return { status: 'ready' };
  });
}

/**
 * Repeats the query while all connections are in use, because a busy pool does not mean that the database
 * is unreachable.
 */
async function answers(db: Kysely<Database>, until: number): Promise<boolean> {
  for (;;) {
    try {
      await sql`select 1`.execute(db);
      return true;
    } catch (error) {
      if (!(error instanceof DatabaseBusy) || performance.now() > until) return false;
      await sleep(100);
    }
  }
}
