import { join } from 'node:path';
import type { Registry } from 'prom-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { prepareDatabase } from '../../db/application-role.ts';
import { localBlobStore } from '../../storage/blobs/local-blob-store.ts';
import {
  emptyDatabase,
  environmentFor,
  temporaryFolder,
} from '../../testing/services/backup-place.ts';
import { startBackupJob } from './backup-job.ts';
import { listBackups } from './place/manifest.ts';

const metric = async (server: { registry: Registry } | undefined, name: string) =>
  (await server?.registry.getSingleMetric(name)?.get())?.values[0]?.value;

async function settingsFor(to: string) {
  const owner = await emptyDatabase();
  await prepareDatabase(owner);
  const environment = { ...environmentFor(owner, await temporaryFolder()), BACKUP_TO: to };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  return readConfig(process.env);
}

test('the backup of the day is made once, by one server of two, and counted as a metric', async () => {
  const to = join(await temporaryFolder(), 'backups');
  const config = await settingsFor(to);
  const said: string[] = [];
  const servers = [1, 2].map(() =>
    startBackupJob(config, (line) => said.push(line), { every: 50 }),
  );
  const store = localBlobStore(to);
  try {
    await expect
      .poll(() => listBackups({ store }), { timeout: 20_000, interval: 100 })
      .toHaveLength(1);
    await expect
      .poll(() => metric(servers[0], 'doorstep_backup_last_success_timestamp_seconds'), {
        timeout: 20_000,
      })
      .toBeGreaterThan(Date.now() / 1000 - 60);
    await new Promise((resolve) => setTimeout(resolve, 300));
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
  expect(await listBackups({ store })).toHaveLength(1);
  expect(said).toEqual([]);
});

test('one that fails is logged and counted', async () => {
  const config = await settingsFor('/dev/null/backups');
  const said: string[] = [];
  const server = startBackupJob(config, (line) => said.push(line), { every: 20 });
  await expect.poll(() => said, { timeout: 10_000 }).toHaveLength(1);
  await server.close();
  expect(said[0]).toMatch(
    /The backup failed, and is tried again in an hour: Backups can't be kept in/,
  );
  expect(await metric(server, 'doorstep_backup_failures_total')).toBe(1);
});
