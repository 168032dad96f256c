import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Platform } from '../platform.ts';
import { unavailable } from '../problems.ts';

/** `/healthz`: the process answers. `/readyz`: it can also reach its database. */
export function healthRoutes(app: FastifyInstance, { db }: Platform): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await sql`select 1`.execute(db).catch((cause: unknown) => {
      throw unavailable(
        `The database does not answer: ${cause instanceof Error ? cause.name : 'unknown'}.`,
      );
    });
    return { status: 'ready' };
  });
}
