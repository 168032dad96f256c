import { spawnSync } from 'node:child_process';
import { installPackages } from './apt.mjs';

/** Programs with which the tests check reports, and the Debian packages that contain them. */
const packages = { openssl: 'openssl', pdfsig: 'poppler-utils', qpdf: 'qpdf' };

/** Installs those that this machine lacks. */
export function providePdfPrograms(): void {
  const missing = Object.entries(packages)
    .filter(([program]) => spawnSync(program, ['--version']).error)
    .map(([, name]) => name);
  if (missing.length > 0)
    installPackages('The tests check reports with other programs.', ...missing);
}
