import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { serverLimits } from '../../limits.ts';

/**
 * Deletes the partial files of a killed server. Recent files stay, because another process may still be
 * writing them.
 */
export function sweepAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - written > serverLimits.abandonedFile) rmSync(path, { force: true });
  }
}
