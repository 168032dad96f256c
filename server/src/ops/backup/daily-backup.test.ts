import { join } from 'node:path';
import type pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { prepareDatabase } from '../../db/application-role.ts';
import { localBlobStore } from '../../storage/blobs/local-blob-store.ts';
import {
  emptyDatabase,
  environmentFor,
  temporaryFolder,
} from '../../testing/services/backup-place.ts';
import { addVisit } from '../../testing/submission.ts';
import { closeAfterTest, signIn, startTestApp } from '../../testing/test-app.ts';
import { type DailyBackup, dailyBackup } from './daily-backup.ts';
import { listBackups } from './place/manifest.ts';

const running = new AbortController().signal;

const metric = async (server: DailyBackup | undefined, name: string) =>
  (await server?.registry.getSingleMetric(name)?.get())?.values[0]?.value;

async function newDatabase() {
  const owner = await emptyDatabase();
  await prepareDatabase(owner);
  return owner;
}

async function settingsFor(to: string, database: Promise<pg.PoolConfig> = newDatabase()) {
  const owner = await database;
  const environment = { ...environmentFor(owner, await temporaryFolder()), BACKUP_TO: to };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  return readConfig(process.env);
}

test('of two servers one makes the daily backup once, and a metric counts it', async () => {
  const to = join(await temporaryFolder(), 'backups');
  const config = await settingsFor(to);
  const said: string[] = [];
  // Uses the same time for all checks, so that the next day's backup is not due between two checks.
  const now = new Date();
  const servers = [1, 2].map(() =>
    dailyBackup(
      config,
      (line) => said.push(line),
      () => now,
    ),
  );
  const store = localBlobStore(to);
  const lookOnce = () => Promise.all(servers.map((server) => server.makeWhenDue(running)));
  const begun = Date.now();
  await lookOnce();
  expect(await listBackups({ store })).toHaveLength(1);
  // The second server notices the backup at its next check at the latest.
  await lookOnce();
  for (const server of servers) {
    const last = await metric(server, 'doorstep_backup_last_success_timestamp_seconds');
    expect(last).toBeGreaterThanOrEqual(Math.floor(begun / 1000));
  }
  await lookOnce();
  expect(await listBackups({ store })).toHaveLength(1);
  expect(said).toEqual([]);
});

test('a failed backup is logged and counted, and tried again after an hour', async () => {
  const config = await settingsFor('/dev/null/backups');
  const said: string[] = [];
  let now = Date.now();
  const log = (line: string) => said.push(line);
  const server = dailyBackup(config, log, () => new Date(now));
  await server.makeWhenDue(AbortSignal.abort());
  expect(said).toEqual([]);
  await server.makeWhenDue(running);
  now += 3_599_999;
  await server.makeWhenDue(running);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(
    /The backup failed, and is tried again in an hour: Backups can't be stored in/,
  );
  expect(await metric(server, 'doorstep_backup_failures_total')).toBe(1);
  now += 1;
  await server.makeWhenDue(running);
  expect(said).toHaveLength(2);
  const off = dailyBackup({ ...config, backup: undefined }, log);
  await off.makeWhenDue(running);
  expect([said.length, await off.registry.metrics()]).toEqual([2, '\n']);
});

test('a daily backup without all files is complete, and the log names the missing files', async () => {
  const visited = closeAfterTest(await startTestApp());
  await addVisit(visited, await signIn(visited, 'agent'), ['teal']);
  const to = join(await temporaryFolder(), 'backups');
  // This configuration has the database with the photo's row, but an empty data folder, without the photo's
  // files.
  const config = await settingsFor(to, Promise.resolve(visited.owner));
  const said: string[] = [];
  await dailyBackup(config, (line) => said.push(line)).makeWhenDue(running);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/^The backup is complete. .*\nMISSING .*: photos\/[0-9a-f-]+\/original$/);
  expect(await listBackups({ store: localBlobStore(to) })).toHaveLength(1);
});
