import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The Debian 12 packages that the cluster needs. S3 is served by s3rver, from npm. */
const packages = [
  ...['postgresql-15', 'patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'pgbouncer'],
  ...['pgbackrest', 'caddy', 'iproute2', 'util-linux'],
];

export async function installPackages(): Promise<void> {
  const missing: string[] = [];
  for (const name of packages) {
    const found = await run('dpkg-query', ['-W', '-f', `\${db:Status-Status}`, name]).catch(
      () => undefined,
    );
    if (found?.stdout !== 'installed') missing.push(name);
  }
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0) throw new Error(`Missing: run "${command}" as root`);
  console.log(`Installing ${missing.join(', ')}`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // RUNLEVEL 1 prevents Debian from starting its own database and services.
  await run('apt-get', ['update', '-q'], { env: environment });
  await run('apt-get', command.split(' ').slice(1), {
    env: { ...environment, RUNLEVEL: '1' },
    maxBuffer: 64 << 20,
  });
}
