// Runs on the system's Node before any package is installed, so this file is plain JavaScript for Node 20 and
// up.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from './programs/apt.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const inModules = (name) => join(root, 'node_modules', name);
const lockfile = join(root, 'package-lock.json');
const stamp = inModules('.doorstep-install');
const isWindows = process.platform === 'win32';

try {
  if (!isInstalled()) {
    if (process.argv[2] === 'under-lock') install();
    else installUnderLock();
  }
} catch (error) {
  console.error(`\n${error.message}\n`);
  process.exitCode = 1;
}

function fingerprint() {
  return createHash('sha256')
    .update(readFileSync(lockfile))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
}

function isInstalled() {
  try {
    return readFileSync(stamp, 'utf8') === fingerprint();
  } catch {
    return false;
  }
}

/**
 * Prevents two simultaneous first starts from filling node_modules at the same time. Systems without flock
 * (macOS, Windows) have no such lock.
 */
function installUnderLock() {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    throw new Error(`This user can't write to ${root}. Start once as its owner.`);
  }
  console.log('Installing the packages, or waiting for another start that is doing so.');
  const args = [join(root, '.install.lock'), process.execPath, fileURLToPath(import.meta.url)];
  const { error, status } = spawnSync('flock', [...args, 'under-lock'], { stdio: 'inherit' });
  if (error) install();
  else process.exitCode = status ?? 1;
}

function install() {
  if (!wasInstalledByHand()) {
    if (lacksLibatomic()) installPackages('Node 26 needs the library libatomic.', 'libatomic1');
    runNpm(
      'ci',
      '--include=dev',
      '--include=optional',
      '--loglevel=error',
      '--no-audit',
      '--no-fund',
    );
  }
  checkNode();
  writeFileSync(stamp, fingerprint());
}

function wasInstalledByHand() {
  const own = statSync(inModules('.package-lock.json'), { throwIfNoEntry: false });
  return own !== undefined && own.mtimeMs > statSync(lockfile).mtimeMs;
}

function lacksLibatomic() {
  if (process.platform !== 'linux') return false;
  const { status, stdout } = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' });
  return status === 0 && !stdout.includes('libatomic.so.1');
}

function runNpm(...args) {
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  const shell = command === 'npm' && isWindows;
  const { status } = spawnSync(command, [...first, ...args], {
    cwd: root,
    stdio: 'inherit',
    shell,
  });
  if (status !== 0) throw new Error('The packages could not be installed. See above.');
}

/**
 * Throws if Node 26 is missing. Node 26 comes as an npm package, which npm may have skipped without an error.
 */
function checkNode() {
  const node = inModules(join('.bin', isWindows ? 'node.cmd' : 'node'));
  const { stdout, stderr } = spawnSync(node, ['--version'], { encoding: 'utf8', shell: isWindows });
  if (stdout?.startsWith('v26.')) return;
  throw new Error(
    `Doorstep runs on Node 26, which comes with its packages, but ${node} is ${stdout?.trim() || 'missing'}.\n${stderr ?? ''}` +
      'Run "npm ci --include=optional". If npm still leaves it out, see "npm config get omit".\n' +
      'On systems other than Linux, macOS and Windows on x64 or arm64, install Node 26 and run "node scripts/start.mjs".',
  );
}
