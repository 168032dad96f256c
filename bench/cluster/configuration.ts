import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addressOf, databaseHosts, type Host } from './network.ts';
import { asPostgres } from './program.ts';

export const files = new URL('../../deploy/cluster/', import.meta.url);

export const ports = {
  haproxy: [25_000, 25_001],
  pgbouncer: [26_432, 26_433],
  caddy: 28_000,
  servers: [28_081, 28_082],
  s3: 29_000,
} as const;

/**
 * Writes the files of deploy/cluster with the addresses, ports and folders of this machine, and with smaller
 * sizes. Turns off TLS, the watchdog and HAProxy's log.
 */
export async function writeConfiguration(
  folder: string,
  postgres: { uid: number; gid: number },
): Promise<void> {
  const local: [string, string][] = [
    ['10.0.0.21:8080 10.0.0.22:8080', ports.servers.map((port) => `127.0.0.1:${port}`).join(' ')],
    ['10.0.0.', '10.213.0.'],
    ['/etc/pgbouncer/', `${folder}/`],
    ['reports.example.com {', `{\n\tadmin off\n}\nhttp://127.0.0.1:${ports.caddy} {`],
    ['shared_buffers: 16GB', 'shared_buffers: 64MB'],
    ['effective_cache_size: 48GB', 'effective_cache_size: 256MB'],
    ['wal_keep_size: 1GB', 'wal_keep_size: 256MB'],
    // Turns the watchdog off, because it would reset this machine.
    ['mode: automatic', 'mode: off'],
    // HAProxy does not run as root here, and this machine may have no system log.
    ['    user haproxy\n    group haproxy\n    log /dev/log local0\n', ''],
    ['    log global\n', ''],
  ];
  const place = async (name: string, as = name, more: [string, string][] = []) => {
    let text = await readFile(new URL(name, files), 'utf8');
    for (const [from, to] of [...more, ...local]) text = text.replaceAll(from, to);
    await write(join(folder, as), text, postgres);
  };
  for (const host of databaseHosts) {
    const own = ownFolder(folder, host);
    for (const path of [own, `${own}/spool`, `${own}/socket`]) {
      await mkdir(path, { recursive: true, mode: 0o700 });
      await chown(path, postgres.uid, postgres.gid);
    }
    const names: [string, string][] = [
      ['name: db1', `name: ${host}`],
      // The next two rules keep db1's address in the lists of all members. Everywhere else, the third rule
      // replaces db1's address by the host's own.
      ['db1=http://10.0.0.11', 'db1=http://10.213.0.11'],
      ['10.0.0.11:2379,', '10.213.0.11:2379,'],
      ['10.0.0.11', addressOf(host)],
      ['/var/lib/etcd/doorstep', `${own}/etcd`],
      ['/var/lib/postgresql/15/doorstep.pgpass', `${own}/pgpass`],
      ['/var/lib/postgresql/15/doorstep', `${own}/data`],
      ['/var/run/postgresql', `${own}/socket`],
      ['/usr/local/bin/pgbackrest-push', `sh ${folder}/pgbackrest-push.sh`],
    ];
    await place('etcd.yml', `${host}/etcd.yml`, names);
    await place('patroni.yml', `${host}/patroni.yml`, names);
    await place('pgbackrest.conf', `${host}/pgbackrest.conf`, [
      ['/var/lib/postgresql/15/doorstep', `${own}/data`],
      ['/var/run/postgresql', `${own}/socket`],
      ['/var/lib/pgbackrest', `${folder}/archive`],
      ['/var/log/pgbackrest', `${own}/spool`],
    ]);
  }
  for (const server of [0, 1] as const) {
    const own = `server${server}`;
    const { haproxy, pgbouncer } = ports;
    await place('haproxy.cfg', `${own}-haproxy.cfg`, [
      ['127.0.0.1:5000', `127.0.0.1:${haproxy[server]}`],
    ]);
    await place('pgbouncer.ini', `${own}-pgbouncer.ini`, [
      ['port=5000', `port=${haproxy[server]}`],
      ['listen_port = 6432', `listen_port = ${pgbouncer[server]}`],
    ]);
  }
  await place('Caddyfile');
  await place('pgbackrest-push.sh');
  await write(
    join(folder, 'userlist.txt'),
    Object.entries(passwords)
      .map(([user, password]) => `"${user}" "${password}"\n`)
      .join(''),
    postgres,
  );
}

/** The passwords in the files of deploy/cluster. */
export const passwords = {
  doorstep_app: 'change-me-app',
  doorstep_owner: 'change-me-owner',
} as const;
export const patroniPassword = 'patroni:change-me-patroni';

export const ownFolder = (folder: string, host: Host) => join(folder, host);

async function write(file: string, text: string, { uid, gid }: { uid: number; gid: number }) {
  await writeFile(file, text);
  await chmod(file, 0o600);
  await chown(file, uid, gid);
}

/** Returns the settings of a connection to the primary without the pooler. */
export const primaryAs = (user: string, password: string, database = 'doorstep') => ({
  ...{ host: '127.0.0.1', port: ports.haproxy[0], user, password, database },
});

/** Runs SQL as the superuser, who can connect only on a member's machine. */
export const asSuperuser = (folder: string, host: Host, statements: string) =>
  asPostgres(
    ...([host, 'psql', '-XAtq', '-v', 'ON_ERROR_STOP=1'] as const),
    ...['-h', join(ownFolder(folder, host), 'socket'), '-c', statements],
  );

export async function makeDatabase(folder: string, host: Host): Promise<void> {
  for (const [user, password] of Object.entries(passwords)) {
    await asSuperuser(folder, host, `create role ${user} login password '${password}'`);
  }
  await asSuperuser(folder, host, 'create database doorstep owner doorstep_owner');
}
