import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillDatabase } from './fill-database.ts';
import type { Amounts } from './made-up.ts';
import { startUnsafeDatabase } from './unsafe-database.ts';

export const defaultFolder = (applicants: number, open?: number) =>
  join(tmpdir(), `doorstep-bench-${applicants}${open ? `-open-${open}` : ''}`);

/**
 * Returns how many rows of each kind a data folder has. If `open` is given, all applicants before the newest
 * `open` ones are decided, and there are no photos.
 */
export const amountsOf = (applicants: number, open?: number): Amounts => ({
  seed: 20_260_101,
  applicants,
  verifications: Math.round(applicants * 0.3),
  agents: 200,
  ...(open && { open }),
  photosPerVerification: open ? 0 : 3,
  days: 400,
});

export async function prepareFolder(folder: string, amounts: Amounts): Promise<void> {
  const note = join(folder, 'loaded.json');
  const wanted = JSON.stringify(amounts);
  if ((await readFile(note, 'utf8').catch(() => '')) === wanted) return;
  await mkdir(folder, { recursive: true });
  await rm(join(folder, 'database'), { recursive: true, force: true });
  const started = performance.now();
  {
    await using database = await startUnsafeDatabase(folder);
    await fillDatabase(database.connection, amounts, console.log);
  }
  // Writes the note last, so that after a crash, the next run fills the folder again.
  await writeFile(note, wanted);
  console.log(`Loaded in ${Math.round((performance.now() - started) / 1000)} s into ${folder}`);
}
