import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startServer } from '../../e2e/support/server.ts';
import { readConfig } from '../../server/src/config.ts';
import { openForCommand } from '../../server/src/start/open-for-command.ts';
import { wordsOf } from '../../server/src/testing/services/words-of.ts';
import { passwords, primaryAs } from './configuration.ts';
import { doorstepSettings } from './doorstep-servers.ts';

const run = promisify(execFile);
const command = (name: string) =>
  new URL(`../../server/src/cli/${name}.ts`, import.meta.url).pathname;

/**
 * Moves an office from one PC into the cluster with a backup and a restore, as docs/deployment.md
 * describes. Throws if a row of any table differs. Returns a sentence with the number of rows.
 */
export async function moveIn(folder: string): Promise<string> {
  const dataDir = join(folder, 'one-pc');
  const onePc = await startServer(dataDir, { DEMO: 'on', LOG_LEVEL: 'silent' });
  await onePc.stop();

  const settings = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, DEMO: 'on' };
  const place = join(folder, 'moved');
  await run(process.execPath, [command('backup'), '--to', place], { env: settings });
  const { connection, close } = await openForCommand(readConfig(settings));
  const before = await words(connection).finally(close);

  const env = { ...settings, ...doorstepSettings(folder, 0) };
  await run(process.execPath, [command('restore'), '--from', place], { env });
  const primary = primaryAs('doorstep_owner', passwords.doorstep_owner);
  const after = await words(primary);

  const tables = Object.keys(before);
  const other = tables.filter((table) => before[table] !== after[table]);
  if (other.length > 0 || tables.length !== Object.keys(after).length) {
    throw new Error(`Different after the move: ${other.join(', ')}`);
  }
  await makePeopleReal(primary);
  const rows = Object.values(before).reduce((sum, word) => sum + Number.parseInt(word, 10), 0);
  return `Moved ${rows} rows of ${tables.length} tables from one PC, each unchanged`;
}

/**
 * Turns the demo accounts into normal accounts, because the clients sign in through Caddy, where demo
 * accounts are rejected.
 */
async function makePeopleReal(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('update users set is_demo = false').finally(() => client.end());
}

async function words(connection: pg.ClientConfig): Promise<Record<string, string>> {
  const client = new pg.Client(connection);
  await client.connect();
  return wordsOf(client).finally(() => client.end());
}
