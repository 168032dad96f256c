// Runs before any package is installed, so this file is plain JavaScript for Node 20 and up.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Installs Debian packages. Throws for users other than root, and on systems without apt-get. The error
 * says what to install and how.
 *
 * @param {string} reason A sentence that names the program that needs the packages.
 * @param {...string} packages
 */
export function installPackages(reason, ...packages) {
  const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error(
      `${reason} Install ${packages.join(', ')} first. On Debian and Ubuntu:\n  sudo ${command}`,
    );
  }
  console.log(`${reason} Installing ${packages.join(', ')}.`);
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  };
  spawnSync('apt-get', ['update'], options);
  const { status } = spawnSync('apt-get', command.split(' ').slice(1), options);
  if (status !== 0) throw new Error(`"${command}" failed.`);
}
