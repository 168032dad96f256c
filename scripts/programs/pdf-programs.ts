import { spawnSync } from 'node:child_process';
import { installWithApt } from './apt.ts';

/** Programs of other makers that the tests check reports with, and the packages of Debian that have them. */
const packages = { openssl: 'openssl', pdfsig: 'poppler-utils', qpdf: 'qpdf' };

const findMissing = () =>
  Object.entries(packages).filter(([program]) => spawnSync(program, ['--version']).error);

/** Installs those that this machine lacks. */
export async function providePdfPrograms(): Promise<void> {
  const missing = findMissing().map(([, name]) => name);
  if (missing.length === 0) return;
  console.log(`Installing ${missing.join(', ')}: the tests check reports with them.`);
  let failure = '';
  await installWithApt(...missing).catch((error: Error) => {
    failure = error.message.trim();
  });
  const lacking = findMissing().map(([program, name]) => `${program} (in Debian's ${name})`);
  if (lacking.length === 0) return;
  throw new Error(
    `The tests need ${lacking.join(', ')}. Install it with your package manager.\n${failure}`,
  );
}
