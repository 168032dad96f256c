import { spawnSync } from 'node:child_process';
import { installPackages } from './apt.mjs';

/**
 * Programs that the tests need, and the Debian packages that contain them: for reports, and a server that
 * receives exports.
 */
const packages = {
  openssl: 'openssl',
  pdfsig: 'poppler-utils',
  qpdf: 'qpdf',
  '/usr/sbin/sshd': 'openssh-server',
};

/** Installs the programs that this machine lacks. */
export function provideTestPrograms(): void {
  const missing = Object.entries(packages)
    .filter(([program]) => spawnSync(program, ['--version']).error)
    .map(([, name]) => name);
  if (missing.length > 0) installPackages('The tests need other programs.', ...missing);
}
