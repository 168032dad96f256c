import type { Kysely } from 'kysely';
import pg from 'pg';
import { connect } from '../../server/src/db/connection.ts';
import type { Database } from '../../server/src/db/schema.ts';

/** A statement as the server sent it. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** The statements that a piece of the server sends to the database. */
export async function recordStatements(
  connection: pg.PoolConfig,
  run: (db: Kysely<Database>) => Promise<unknown>,
): Promise<Statement[]> {
  let statements: Statement[] = [];
  class Recorder extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const query = this.query.bind(this) as (...args: unknown[]) => unknown;
      const recording = (text: unknown, values?: unknown, ...rest: unknown[]) => {
        if (typeof text === 'string') {
          const given = Array.isArray(values) ? values : [];
          statements.push({ text, values: given });
        }
        return query(text, values, ...rest);
      };
      this.query = recording as typeof this.query;
    }
  }
  const db = connect({ ...connection, max: 1, Client: Recorder });
  try {
    // What the server does the second time is what it does all day.
    await run(db);
    statements = [];
    await run(db);
    return statements;
  } finally {
    await db.destroy();
  }
}
