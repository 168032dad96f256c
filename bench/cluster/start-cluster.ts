import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkPooler } from './clients/check-pooler.ts';
import { makeDatabase, ownFolder, ports, writeConfiguration } from './configuration.ts';
import { doorstepSettings, startDoorstep } from './doorstep-servers.ts';
import { moveIn } from './move-in.ts';
import {
  addressOf,
  buildNetwork,
  databaseHosts,
  type Host,
  namespaceOf,
  removeNetwork,
} from './network.ts';
import { type Program, startProgram, waitFor } from './program.ts';
import { pgbackrest } from './recovery.ts';

const run = promisify(execFile);
const s3Server = new URL('./s3-server.ts', import.meta.url).pathname;

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

interface Member {
  name: Host;
  role: 'leader' | 'sync_standby' | 'replica';
  state: string;
}

export async function startCluster() {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-cluster-'));
  await chmod(folder, 0o755);
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  const postgres = { uid: await id('-u'), gid: await id('-g') };
  await buildNetwork();
  for (const path of ['archive', 's3']) await mkdir(join(folder, path), { mode: 0o777 });
  await chmod(join(folder, 'archive'), 0o777);
  await writeConfiguration(folder, postgres);

  const parts = new Map<string, Program>();
  const begin = (
    name: string,
    ...rest: Parameters<typeof startProgram> extends [string, ...infer Rest] ? Rest : never
  ) => {
    const program = startProgram(name, ...rest);
    parts.set(name, program);
    return program;
  };
  const startEtcd = (host: Host) =>
    begin(`etcd-${host}`, ['etcd', '--config-file', join(folder, host, 'etcd.yml')], {
      ...{ folder, host, user: 'postgres' as const },
    });
  const startPatroni = (host: Host) =>
    begin(`patroni-${host}`, ['patroni', join(folder, host, 'patroni.yml')], {
      ...{ folder, host, user: 'postgres' as const },
      env: {
        HOME: ownFolder(folder, host),
        PGBACKREST_CONFIG: join(folder, host, 'pgbackrest.conf'),
      },
    });
  const startPooler = (server: 0 | 1) =>
    begin(`pgbouncer${server}`, ['pgbouncer', join(folder, `server${server}-pgbouncer.ini`)], {
      ...{ folder, user: 'postgres' as const },
    });
  const startServer = async (server: 0 | 1, tree?: string) => {
    parts.set(`server${server}`, await startDoorstep(folder, server, tree));
  };

  const part = (name: string): Program => {
    const program = parts.get(name);
    if (!program) throw new Error(`There is no ${name}`);
    return program;
  };

  async function members(): Promise<Member[]> {
    const asked = databaseHosts.map(async (host) => {
      const signal = AbortSignal.timeout(2_000);
      const answer = await fetch(`http://${addressOf(host)}:8008/cluster`, { signal });
      return ((await answer.json()) as { members: Member[] }).members;
    });
    return Promise.any(asked);
  }

  const healthy = () =>
    waitFor(
      'three healthy members',
      async () => {
        const all = await members();
        const roles = all.map(({ role }) => role).sort();
        const running = all.every(({ state }) => state === 'running' || state === 'streaming');
        return running && String(roles) === 'leader,replica,sync_standby' && all;
      },
      120_000,
    );
  const hostOf = async (role: Member['role']) => {
    const found = (await members()).find((member) => member.role === role);
    if (!found) throw new Error(`There is no ${role}`);
    return found.name;
  };

  const killPostgres = async (host: Host) => {
    const file = join(ownFolder(folder, host), 'data/postmaster.pid');
    process.kill(Number.parseInt(await readFile(file, 'utf8'), 10), 'SIGKILL');
  };
  async function killMember(host: Host): Promise<void> {
    await part(`patroni-${host}`).kill();
    await killPostgres(host);
  }

  async function stop(keepsLogs = false): Promise<void> {
    const ended = [...parts.values()].reverse();
    const ofDatabase = ({ name }: Program) => /^(patroni|etcd)/.test(name);
    await Promise.all(ended.filter((one) => !ofDatabase(one)).map((one) => one.stop()));
    await Promise.all(
      ended.filter(({ name }) => name.startsWith('patroni')).map((one) => one.stop()),
    );
    await Promise.all(ended.map((one) => one.stop()));
    for (const host of databaseHosts) {
      const { stdout } = await run('ip', ['netns', 'pids', namespaceOf(host)]).catch(() => ({
        stdout: '',
      }));
      for (const pid of stdout.split('\n').filter(Boolean)) process.kill(Number(pid), 'SIGKILL');
    }
    await removeNetwork();
    if (!keepsLogs) await rm(folder, { recursive: true, force: true });
  }

  try {
    for (const host of databaseHosts) startEtcd(host);
    await waitFor('etcd', async () => {
      const answer = await fetch(`http://${addressOf('db1')}:2379/health`);
      return ((await answer.json()) as { health: string }).health === 'true';
    });
    for (const host of databaseHosts) startPatroni(host);
    const all = await healthy();
    const leader = all.find(({ role }) => role === 'leader')?.name ?? 'db1';
    await pgbackrest(folder, leader, 'stanza-create');
    await makeDatabase(folder, leader);
    for (const server of [0, 1] as const) {
      const file = join(folder, `server${server}-haproxy.cfg`);
      begin(`haproxy${server}`, ['haproxy', '-db', '-f', file], { folder, user: 'postgres' });
      startPooler(server);
    }
    await waitFor('PgBouncer', () =>
      checkPooler(doorstepSettings(folder, 0).DATABASE_URL ?? '').then(() => true),
    );
    begin('s3', [process.execPath, s3Server, join(folder, 's3'), String(ports.s3)], { folder });
    await waitFor('S3', () => fetch(`http://127.0.0.1:${ports.s3}`).then(() => true));
    const moved = await moveIn(folder);
    await startServer(0);
    await startServer(1);
    begin(
      'caddy',
      ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
      {
        folder,
        env: { HOME: folder },
      },
    );
    const address = `http://127.0.0.1:${ports.caddy}`;
    await waitFor('Caddy', async () => (await fetch(`${address}/readyz`)).ok);
    return {
      ...{ folder, address, moved, part, healthy, hostOf, killMember, killPostgres },
      ...{ startEtcd, startPatroni, startPooler, startServer, stop },
    };
  } catch (error) {
    await stop(true);
    throw error;
  }
}
