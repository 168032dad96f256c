import type { Kysely } from 'kysely';
import pg from 'pg';
import { connect } from '../../server/src/db/connection.ts';
import type { Database } from '../../server/src/db/schema.ts';

export interface Statement {
  text: string;
  values: unknown[];
  name?: string;
}

export async function recordStatements(
  connection: pg.PoolConfig,
  run: (db: Kysely<Database>) => Promise<unknown>,
): Promise<Statement[]> {
  let statements: Statement[] = [];
  class Recorder extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const query = this.query.bind(this) as (...args: unknown[]) => unknown;
      const recording = (asked: string | pg.QueryConfig, given?: unknown, ...rest: unknown[]) => {
        const { text, name, values } =
          typeof asked === 'string'
            ? { text: asked, values: Array.isArray(given) ? given : [] }
            : asked;
        statements.push({ text, values: values ?? [], ...(name && { name }) });
        return query(asked, given, ...rest);
      };
      this.query = recording as typeof this.query;
    }
  }
  const db = connect({ ...connection, max: 1, Client: Recorder });
  try {
    // Records the second run. Like most requests, the second run uses filled caches.
    await run(db);
    statements = [];
    await run(db);
    return statements;
  } finally {
    await db.destroy();
  }
}
