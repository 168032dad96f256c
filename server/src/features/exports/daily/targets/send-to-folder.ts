import { mkdir, open, realpath, rename } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { NamedFile } from './send-file.ts';

/** Stores a file in a folder below EXPORT_DIR. Symbolic links can't lead out of it. */
export async function sendToFolder(
  root: string | undefined,
  folder: string,
  { name, bytes }: NamedFile,
): Promise<void> {
  if (root === undefined) throw new Error('This server has no export folder: set EXPORT_DIR.');
  await mkdir(join(root, folder), { recursive: true });
  const [top, place] = await Promise.all([realpath(root), realpath(join(root, folder))]);
  if (!place.startsWith(top + sep)) throw new Error('The folder is outside EXPORT_DIR.');
  const part = join(place, `.${name}.part`);
  const file = await open(part, 'w', 0o640);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, join(place, name));
}
