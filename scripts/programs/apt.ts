import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Installs packages of Debian and its like; does nothing where that is not for us to do. */
export async function installWithApt(...packages: string[]): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const environment = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update'], environment);
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], environment);
}
