import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { addressOf, databaseHosts, type Host } from './network.ts';

const files = new URL('../../deploy/cluster/', import.meta.url);

export const ports = {
  haproxy: 25_000,
  pgbouncer: 26_432,
  caddy: 28_000,
  servers: [28_081, 28_082],
  s3: 29_000,
} as const;

/** The files of deploy/cluster, with this machine's addresses, ports and folders, and buffers of a size that it has. */
export async function writeConfiguration(
  folder: string,
  postgres: { uid: number; gid: number },
): Promise<void> {
  const local: [string, string][] = [
    ['10.0.0.21:8080 10.0.0.22:8080', ports.servers.map((port) => `127.0.0.1:${port}`).join(' ')],
    ['10.0.0.', '10.213.0.'],
    ['127.0.0.1:5000', `127.0.0.1:${ports.haproxy}`],
    ['port=5000', `port=${ports.haproxy}`],
    ['listen_port = 6432', `listen_port = ${ports.pgbouncer}`],
    ['/etc/pgbouncer/', `${folder}/`],
    ['reports.example.com {', `{\n\tadmin off\n}\nhttp://127.0.0.1:${ports.caddy} {`],
    ['shared_buffers: 4GB', 'shared_buffers: 64MB'],
    ['effective_cache_size: 12GB', 'effective_cache_size: 256MB'],
    ['wal_keep_size: 1GB', 'wal_keep_size: 256MB'],
    // It would reset this machine.
    ['mode: automatic', 'mode: off'],
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
      // The list of all members stays.
      ['db1=http://10.0.0.11', 'db1=http://10.213.0.11'],
      ['10.0.0.11:2379,', '10.213.0.11:2379,'],
      ['10.0.0.11', addressOf(host)],
      ['/var/lib/etcd/doorstep', `${own}/etcd`],
      ['/var/lib/postgresql/15/doorstep.pgpass', `${own}/pgpass`],
      ['/var/lib/postgresql/15/doorstep', `${own}/data`],
      ['/var/run/postgresql', `${own}/socket`],
    ];
    await place('etcd.yml', `${host}/etcd.yml`, names);
    await place('patroni.yml', `${host}/patroni.yml`, names);
    await place('pgbackrest.conf', `${host}/pgbackrest.conf`, [
      ['/var/lib/postgresql/15/doorstep', `${own}/data`],
      ['/var/run/postgresql', `${own}/socket`],
      ['/var/spool/pgbackrest', `${own}/spool`],
      ['/var/lib/pgbackrest', `${folder}/archive`],
      ['/var/log/pgbackrest', `${own}/spool`],
    ]);
  }
  await place('haproxy.cfg');
  await place('pgbouncer.ini');
  await place('Caddyfile');
  await write(
    join(folder, 'userlist.txt'),
    Object.entries(passwords)
      .map(([user, password]) => `"${user}" "${password}"\n`)
      .join(''),
    postgres,
  );
}

/** As deploy/cluster has them. */
export const passwords = {
  doorstep_app: 'change-me-app',
  doorstep_owner: 'change-me-owner',
} as const;
export const superuserPassword = 'change-me-superuser';

export const ownFolder = (folder: string, host: Host) => join(folder, host);

async function write(file: string, text: string, { uid, gid }: { uid: number; gid: number }) {
  await writeFile(file, text);
  await chmod(file, 0o600);
  await chown(file, uid, gid);
}

/** Past the pooler, to the primary. */
export const primaryAs = (user: string, password: string, database = 'doorstep') => ({
  ...{ host: '127.0.0.1', port: ports.haproxy, user, password, database },
});

/** The database and its two users: one owns the tables, one works with them. */
export async function makeDatabase(): Promise<void> {
  const client = new pg.Client(primaryAs('postgres', superuserPassword, 'postgres'));
  await client.connect();
  try {
    for (const [user, password] of Object.entries(passwords)) {
      await client.query(`create role ${user} login password '${password}'`);
    }
    await client.query('create database doorstep owner doorstep_owner');
  } finally {
    await client.end();
  }
}
