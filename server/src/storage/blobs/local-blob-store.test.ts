import { mkdir, open, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../testing/services/backup-place.ts';
import { localBlobStore } from './local-blob-store.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

const bytes = (text: string) => new TextEncoder().encode(text);

test('a failed put leaves neither the key nor a partial file', async () => {
  const store = localBlobStore(folder);
  await store.put('k', bytes('x'));
  const shard = (await readdir(folder)).find((name) => name !== 'incoming') as string;
  await store.delete('k');
  await mkdir(join(folder, shard, 'k'));

  await expect(store.put('k', bytes('y'))).rejects.toThrow();
  await expect(store.delete('k')).rejects.toThrow();
  expect(await readdir(join(folder, 'incoming'))).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'a put syncs the file first, then its folder',
  async () => {
    const store = localBlobStore(folder);
    await store.put('k', bytes('x'));
    const any = await open(folder);
    const handles = Object.getPrototypeOf(any) as typeof any;
    await any.close();
    const synced: string[] = [];
    const sync = vi.spyOn(handles, 'sync').mockImplementation(async function (this: typeof any) {
      synced.push((await this.stat()).isFile() ? 'file' : 'folder');
    });
    onTestFinished(() => sync.mockRestore());
    await store.delete('k');
    await store.put('k', bytes('x'));
    expect(synced).toEqual(['folder', 'file', 'folder']);
  },
);

// Covers: threat-35
test.skipIf(process.platform === 'win32')('only the owner can read the files', async () => {
  const store = localBlobStore(join(folder, 'new'));
  await store.put('k', bytes('x'));
  const entries = await readdir(join(folder, 'new'), { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const { mode } = await stat(join(entry.parentPath, entry.name));
    expect(mode & 0o777).toBe(entry.isDirectory() ? 0o700 : 0o600);
  }
  expect((await stat(join(folder, 'new'))).mode & 0o777).toBe(0o700);
});

test('opening deletes leftovers of a killed server, but not files being written', async () => {
  const incoming = join(folder, 'incoming');
  await mkdir(incoming);
  await writeFile(join(incoming, 'old'), 'x');
  await utimes(join(incoming, 'old'), new Date(0), new Date(0));
  await writeFile(join(incoming, 'young'), 'x');

  localBlobStore(folder);
  expect(await readdir(incoming)).toEqual(['young']);
});
