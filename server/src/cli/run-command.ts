import type { Config } from '../config.ts';
import { connect, type Db, type Limits } from '../db/connection.ts';
import { reportFailure } from '../start/failure-reason.ts';
import { openBesideServer } from '../start/open-beside-server.ts';

/** Runs a command; a failure is printed, and the exit code says that there was one. */
export async function runCommand(run: () => Promise<void>, failureCode = 1): Promise<void> {
  try {
    await run();
  } catch (error) {
    reportFailure(error);
    process.exitCode = failureCode;
  }
}

/** Gives a task the database of the settings, whether a server runs on it or not. */
export async function withDatabase<Result>(
  config: Config,
  { max, ...limits }: Limits & { max?: number },
  task: (db: Db) => Promise<Result>,
): Promise<Result> {
  const { connection, close } = await openBesideServer(config);
  const db = connect({ ...connection, ...(max && { max }) }, limits);
  try {
    return await task(db);
  } finally {
    await db.destroy();
    await close();
  }
}
