import { execFile } from 'node:child_process';
import { chmod, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { CannotStart } from '../cannot-start.ts';

const run = promisify(execFile);

/**
 * How to run PostgreSQL's programs: each command line starts with `prefix`, and `owner` must own the files.
 */
export interface Launcher {
  prefix: string[];
  owner?: { uid: number; gid: number };
}

// The kernel sends SIGINT to the database when this process ends. The shell starts nothing if this process
// ended before `setpriv` asked the kernel for the signal.
const endWithParent = [
  ...['setpriv', '--pdeathsig', 'INT', '--'],
  ...['sh', '-c', '[ "$PPID" = "$0" ] && exec "$@"', String(process.pid)],
];

/**
 * Finds a way to start PostgreSQL on this machine. PostgreSQL doesn't run as root, so root starts it as the
 * data folder's owner or as a user without rights.
 */
export async function findLauncher(postgres: string, dataDir: string): Promise<Launcher> {
  if (process.platform === 'win32') return { prefix: [] };
  const root = process.getuid?.() === 0;
  const tried: unknown[] = [];
  for await (const launcher of root ? launchersForRoot(dataDir) : launchersForUser()) {
    const visit = ['sh', '-c', 'cd "$0" && exec "$1" --version', dataDir, postgres] as const;
    const [command, ...args] = [...launcher.prefix, ...visit];
    try {
      await run(command ?? 'sh', args);
      return launcher;
    } catch (error) {
      tried.push(error);
    }
  }
  throw new CannotStart(
    root
      ? 'PostgreSQL does not run as root, and neither a user namespace nor the user "nobody" can reach the program and the data folder. Start Doorstep as an ordinary user, or set DATABASE_URL to your own PostgreSQL'
      : 'The embedded PostgreSQL does not run on this system (it needs glibc). Set DATABASE_URL to your own PostgreSQL',
    { cause: new AggregateError(tried) },
  );
}

async function* launchersForRoot(dataDir: string): AsyncGenerator<Launcher> {
  const { uid, gid } = await stat(dataDir);
  if (uid !== 0) {
    yield { prefix: [...become({ uid, gid }), ...endWithParent], owner: { uid, gid } };
    return;
  }
  const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'];
  yield { prefix: [...namespace, ...endWithParent], owner: { uid, gid } };
  const nobody = await lookUp('nobody');
  if (nobody === undefined) return;
  // The database is in a folder of root. With mode 711, the user "nobody" can reach the database, but can't
  // list the files of that folder.
  await chmod(dataDir, 0o711);
  yield { prefix: [...become(nobody), ...endWithParent], owner: nobody };
}

const become = ({ uid, gid }: { uid: number; gid: number }) => [
  ...['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--'],
];

async function* launchersForUser(): AsyncGenerator<Launcher> {
  yield { prefix: endWithParent };
  // Without util-linux (macOS), the database may outlive this process. The next start stops it.
  yield { prefix: [] };
}

async function lookUp(user: string): Promise<Launcher['owner']> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}
