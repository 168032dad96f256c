import { readdir, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/services/backup-place.ts';
import { openPhotoSpool } from './photo-spool.ts';

async function* send(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part);
}

test('a photo is in a file only while it is used, and a photo above the limit is not stored', async () => {
  const folder = await temporaryFolder();
  const spool = openPhotoSpool(folder);
  const read = (limit: number) =>
    spool(send('one', 'two'), limit, async (photo) => [
      photo && Buffer.from(await photo.read()).toString(),
      (await readdir(folder)).length,
    ]);
  expect(await read(6)).toEqual(['onetwo', 1]);
  expect(await read(5)).toEqual([undefined, 1]);
  expect(await readdir(folder)).toEqual([]);
});

test('a photo whose file can’t be written is an error, after the stream is read to its end', async () => {
  const folder = await temporaryFolder();
  const spool = openPhotoSpool(folder);
  await rm(folder, { recursive: true });
  let isRead = false;
  async function* stream() {
    yield* send('one', 'two');
    isRead = true;
  }
  await expect(spool(stream(), 6, async (photo) => photo)).rejects.toThrow('ENOENT');
  expect(isRead).toBe(true);
});
