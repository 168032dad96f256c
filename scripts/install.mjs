// Runs before anything is installed, under whatever Node the system has: plain JavaScript for Node 18 and up.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'node_modules', '.doorstep-install');
const installed = join(root, 'node_modules', '.package-lock.json');
const lock = join(root, '.install.lock');

const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(`${process.platform}-${process.arch}`)
  .digest('hex');

if (read(stamp) !== wanted) {
  try {
    const release = await takeLock();
    try {
      if (read(stamp) !== wanted) await install();
    } finally {
      release();
    }
  } catch (error) {
    console.error(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}

async function install() {
  if (!(isInstalled() && pinnedNode() === undefined)) {
    console.log('Installing the packages. This takes a moment, once.');
    await installPackages();
    if (lacksLibatomic()) {
      // With it went the install scripts of optional packages, the embedded database's too: npm drops those in silence.
      rmSync(installed);
      installLibatomic();
      await installPackages();
    }
    const problem = pinnedNode();
    if (problem !== undefined) throw new Error(problem);
  }
  writeFileSync(stamp, wanted);
}

function installPackages() {
  return runNpm(
    'ci',
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
  );
}

/** Whether someone ran `npm ci` by hand: npm keeps what it installed in a lockfile of its own. */
function isInstalled() {
  const listed = read(installed);
  if (listed === undefined) return false;
  const present = JSON.parse(listed).packages;
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(
    ([path, { version, optional, link }]) =>
      !path.startsWith('node_modules/') ||
      link ||
      (present[path] === undefined ? optional : present[path].version === version),
  );
}

function tryPinnedNode() {
  const windows = process.platform === 'win32';
  const node = join(root, 'node_modules', '.bin', windows ? 'node.cmd' : 'node');
  const { stdout, stderr } = spawnSync(node, ['--version'], { encoding: 'utf8', shell: windows });
  return { node, version: stdout?.trim(), trouble: stderr ?? '' };
}

/** Whether the Node of the packages can't start for want of a library that a bare Debian does not have. */
function lacksLibatomic() {
  return tryPinnedNode().trouble.includes('libatomic.so.1');
}

function installLibatomic() {
  const isPossible = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!isPossible) {
    throw new Error(
      'Node 26, on which Doorstep runs, needs the library libatomic, which this system lacks.\n' +
        'Install it and start again: "apt-get install libatomic1" on Debian and Ubuntu, "dnf install libatomic" on Fedora and Red Hat.',
    );
  }
  console.log('Node 26 needs the library libatomic: installing the package libatomic1.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  spawnSync('apt-get', ['update'], options);
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'libatomic1'], options);
}

/** Says what is wrong with the Node that the packages bring along, if anything is. */
function pinnedNode() {
  const { node, version, trouble } = tryPinnedNode();
  if (version?.startsWith('v26.')) return undefined;
  return (
    `Doorstep runs on Node 26, which comes with its packages, but ${node} is ${version || 'missing'}.\n${trouble}` +
    `Run "npm ci --include=optional" (npm may be set to omit optional packages: see "npm config get omit"). ` +
    `If your system is not Linux, macOS or Windows on x64 or arm64, install Node 26 yourself and start scripts/start.mjs with it.`
  );
}

function runNpm(...args) {
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const npm = spawn(command, [...first, ...args], {
      cwd: root,
      stdio: 'inherit',
      shell: command === 'npm' && process.platform === 'win32',
    });
    // Should this script be killed, npm still fills node_modules: its id keeps the lock alive.
    if (npm.pid) writeFileSync(lock, `${identify(process.pid)} ${identify(npm.pid)}`);
    npm.on('error', (error) => reject(new Error(`npm can't be started: ${error.message}`)));
    npm.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('The packages could not be installed.')),
    );
  });
}

/** Two clean starts at once must not both fill node_modules. The lock names the processes that work. */
async function takeLock() {
  const mine = `${lock}.${process.pid}`;
  try {
    writeFileSync(mine, identify(process.pid));
  } catch (error) {
    throw new Error(
      `The packages must be installed, and this user can't write ${root}: start once as its owner.`,
      { cause: error },
    );
  }
  try {
    for (let waiting = false; !takeOver(mine); waiting = true) {
      if (!waiting) console.log('Waiting for another start that installs the packages.');
      await sleep(250);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  return () => rmSync(lock, { force: true });
}

function takeOver(mine) {
  if (isAbandoned()) {
    // Renamed first: of several that see the same dead lock, one removes it, and none the next one's.
    const aside = `${mine}.old`;
    try {
      renameSync(lock, aside);
      rmSync(aside);
    } catch {
      return false;
    }
  }
  try {
    linkSync(mine, lock);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned() {
  const holders = (read(lock) ?? '').split(' ').filter(Boolean);
  return (
    holders.length > 0 && !holders.some((holder) => identify(Number.parseInt(holder)) === holder)
  );
}

/** A process id, and on Linux its start: ids repeat in restarted containers. Empty when there is no such process. */
function identify(pid) {
  if (process.platform === 'linux') {
    const [state, ...numbers] = read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ') ?? ['Z'];
    return state === 'Z' ? '' : `${pid}-${numbers[18]}`;
  }
  try {
    process.kill(pid, 0);
    return String(pid);
  } catch (error) {
    return error.code === 'ESRCH' ? '' : String(pid);
  }
}
