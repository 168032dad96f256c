import { setTimeout as sleep } from 'node:timers/promises';
import { patroniPassword } from './configuration.ts';
import { makeRelease } from './doorstep-servers.ts';
import { addressOf, databaseHosts, fallSilent, type Host, speakAgain } from './network.ts';
import { waitFor } from './program.ts';
import type { Cluster } from './start-cluster.ts';

export interface Fault {
  name: string;
  /** The time within which the cluster must answer again, in milliseconds. */
  longest: number;
  movesPrimary?: true;
  /** The minimum time that the fault lasts under load before its repair, in milliseconds. */
  lasts?: number;
  /**
   * Causes the fault, and returns a function that repairs the cluster. A fault with several stops, one
   * after another, calls `mark` before each stop except the first.
   */
  strike(cluster: Cluster, round: number, mark: () => void): Promise<() => Promise<unknown>>;
}

const nothing = async () => {};

export const faults: Fault[] = [
  {
    name: 'kill -9 of the primary and its Patroni',
    longest: 30_000,
    movesPrimary: true,
    async strike(cluster) {
      const host = await cluster.hostOf('leader');
      await cluster.killMember(host);
      return async () => cluster.startPatroni(host);
    },
  },
  {
    name: 'kill -9 of PostgreSQL on the primary',
    longest: 30_000,
    movesPrimary: true,
    async strike(cluster) {
      await cluster.killPostgres(await cluster.hostOf('leader'));
      // No repair is needed, because Patroni restarts PostgreSQL as a standby.
      return nothing;
    },
  },
  {
    name: 'planned switchover',
    longest: 30_000,
    movesPrimary: true,
    async strike(cluster) {
      const leader = await cluster.hostOf('leader');
      const candidate = await cluster.hostOf('sync_standby');
      // Doesn't wait for the response here, because Patroni responds only when the switchover is complete.
      const asked = fetch(`http://${addressOf(leader)}:8008/switchover`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(patroniPassword)}` },
        body: JSON.stringify({ leader, candidate }),
      });
      return async () => {
        const answer = await asked;
        if (!answer.ok) throw new Error(`No switchover: ${await answer.text()}`);
      };
    },
  },
  {
    name: "the primary's host falls silent",
    longest: 30_000,
    movesPrimary: true,
    async strike(cluster) {
      const host = await cluster.hostOf('leader');
      await fallSilent(host);
      return () => speakAgain(host);
    },
  },
  {
    name: 'loss of the synchronous standby',
    longest: 30_000,
    async strike(cluster) {
      const host = await cluster.hostOf('sync_standby');
      await cluster.killMember(host);
      return async () => cluster.startPatroni(host);
    },
  },
  {
    name: "loss of etcd's leader",
    longest: 30_000,
    // Patroni's ttl (20 s) plus its loop_wait (5 s): the primary's lock would expire if it wasn't renewed.
    lasts: 25_000,
    async strike(cluster) {
      const host = await waitFor("etcd's leader", findEtcdLeader);
      await cluster.part(`etcd-${host}`).kill();
      return async () => cluster.startEtcd(host);
    },
  },
  {
    name: 'kill -9 of a Doorstep server',
    longest: 10_000,
    async strike(cluster, round) {
      const server = round % 2 === 0 ? 0 : 1;
      await cluster.part(`server${server}`).kill();
      // Restarts the server as a service manager would.
      const restarted = sleep(2_000).then(() => cluster.startServer(server, treeOf(cluster)));
      return () => restarted;
    },
  },
  {
    name: 'restart of both PgBouncers',
    longest: 30_000,
    async strike(cluster) {
      await Promise.all([0, 1].map((server) => cluster.part(`pgbouncer${server}`).stop()));
      cluster.startPooler(0);
      cluster.startPooler(1);
      return nothing;
    },
  },
  {
    name: 'rolling upgrade of Doorstep',
    longest: 30_000,
    async strike(cluster, round, mark) {
      const before = treeOf(cluster);
      const next = await makeRelease(cluster.folder, round);
      await cluster.part('server0').stop();
      await cluster.startServer(0, next);
      // Restarts the other server with the previous release, as after a crash during the upgrade. The
      // previous release must start on the schema of the next one.
      mark();
      await cluster.part('server1').stop();
      await cluster.startServer(1, before);
      mark();
      await cluster.part('server1').stop();
      await cluster.startServer(1, next);
      trees.set(cluster, next);
      return nothing;
    },
  },
];

async function findEtcdLeader(): Promise<Host | undefined> {
  for (const host of databaseHosts) {
    const answer = await fetch(`http://${addressOf(host)}:2379/v2/stats/self`);
    const { state } = (await answer.json()) as { state: string };
    if (state === 'StateLeader') return host;
  }
  return undefined;
}

const trees = new WeakMap<Cluster, string>();
export const treeOf = (cluster: Cluster) => trees.get(cluster);
