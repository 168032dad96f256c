import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds. Whoever sends writes at least twice a minute. */
const abandonedAfter = 30 * 60 * 1000;

/** Removes what a killed server left half written; young files may belong to another process that is still writing. */
export function sweepAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - written > abandonedAfter) rmSync(path, { force: true });
  }
}
