import { spawnSync } from 'node:child_process';
import { installPackages } from './apt.mjs';

const packages = {
  openssl: 'openssl',
  pdfsig: 'poppler-utils',
  qpdf: 'qpdf',
  '/usr/sbin/sshd': 'openssh-server',
};

export function provideTestPrograms(): void {
  const missing = Object.entries(packages)
    .filter(([program]) => spawnSync(program, ['--version']).error)
    .map(([, name]) => name);
  if (missing.length > 0) installPackages('The tests need other programs.', ...missing);
}
