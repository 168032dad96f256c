import { CompiledQuery } from 'kysely';
import type { Db } from './connection.ts';

class Placeholder {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/**
 * Compiles a statement when it first runs, and reuses its text afterwards. For a large statement, compiling
 * takes Kysely longer than the database needs to run the statement. The text must not depend on the
 * arguments.
 */
export function buildOnce<Args extends unknown[], Row>(
  build: (db: Db, ...args: Args) => { compile(): CompiledQuery<Row> },
): (db: Db, ...args: Args) => Promise<Row[]> {
  let built: Pick<CompiledQuery, 'sql' | 'parameters'> | undefined;
  return async (db, ...args) => {
    built ??= build(db, ...(args.map((_, index) => new Placeholder(index)) as Args)).compile();
    const values = built.parameters.map((value) =>
      value instanceof Placeholder ? args[value.index] : value,
    );
    return (await db.executeQuery<Row>(CompiledQuery.raw(built.sql, values))).rows;
  };
}
