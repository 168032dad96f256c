import type { Config } from '../config.ts';
import { connect, type Db, type Limits } from '../db/connection.ts';
import { reportFailure } from '../start/failure-reason.ts';
import { openForCommand } from '../start/open-for-command.ts';

export const say = (line: string) => process.stdout.write(`${line}\n`);

export async function runCommand(run: () => Promise<void>, failureCode = 1): Promise<void> {
  try {
    await run();
  } catch (error) {
    reportFailure(error);
    process.exitCode = failureCode;
  }
}

export async function withDatabase<Result>(
  config: Config,
  { max, ...limits }: Limits & { max?: number },
  task: (db: Db) => Promise<Result>,
): Promise<Result> {
  const { connection, close } = await openForCommand(config);
  const db = connect({ ...connection, ...(max && { max }) }, limits);
  try {
    return await task(db);
  } finally {
    await db.destroy();
    await close();
  }
}
