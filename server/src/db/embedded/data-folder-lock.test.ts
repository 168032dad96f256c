import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/services/backup-place.ts';
import { lockDataFolder } from './data-folder-lock.ts';

test('a data folder is locked until it is unlocked, and the error names the process', async () => {
  const dataDir = join(await temporaryFolder(), 'data');
  const { path, unlock } = await lockDataFolder(dataDir);
  expect(path).toBe(await realpath(dataDir));
  await expect(lockDataFolder(dataDir)).rejects.toThrow(
    `Doorstep is already running (pid ${process.pid}) on the data folder ${path}`,
  );
  unlock();
  unlock();
  (await lockDataFolder(dataDir)).unlock();
});
