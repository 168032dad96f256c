import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { DatabaseBusy } from '../../db/connection.ts';
import type { Database } from '../../db/schema.ts';
import type { Platform } from '../../platform/platform.ts';
import { unavailable } from '../../problems.ts';

const patience = 2_000;

/**
 * `/healthz`: the process answers. `/readyz`: it can also reach its database, and is not about to stop. Once stopping,
 * calls that still arrive on open connections are sent elsewhere.
 */
export function healthRoutes(app: FastifyInstance, { db }: Platform): void {
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
      answers(db, performance.now() + patience),
      // A database that hangs is as good as none, and whoever asks does not wait for ever.
      new Promise<false>((resolve) => setTimeout(resolve, patience, false).unref()),
    ]);
    if (!answered) throw unavailable('The database does not answer.');
    return { status: 'ready' };
  });
}

/** That all connections are in use for a moment is no sign of a database that is away: then it is asked again. */
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
