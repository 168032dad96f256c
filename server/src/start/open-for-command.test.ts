import { dirname } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { queryAsOwner } from '../testing/services/backup-place.ts';
import { openForCommand } from './open-for-command.ts';

test('a command uses the built-in database while a server is running', async () => {
  const running = { ...inject('templateDatabase'), database: 'doorstep' };
  const query = (text: string) => queryAsOwner(running, (client) => client.query(text));
  await query('create table audit (id bigint); grant select on audit to doorstep_app');
  onTestFinished(async () => void (await query('drop table audit')));
  const { rows } = await query('show data_directory');
  const { connection } = await openForCommand(
    readConfig({ DATA_DIR: dirname(rows[0].data_directory) }),
  );
  const { host, port, database } = running;
  expect(connection).toMatchObject({ host, port, database, user: 'doorstep_app' });
});
