import { setTimeout as sleep } from 'node:timers/promises';
import { makeRelease } from './doorstep-servers.ts';
import { addressOf, databaseHosts, fallSilent, speakAgain } from './network.ts';
import type { Cluster } from './start-cluster.ts';

export interface Fault {
  name: string;
  /** Milliseconds within which it must answer again. */
  longest: number;
  /** Brings it about, and answers how the cluster is made whole again. */
  strike(cluster: Cluster, round: number): Promise<() => Promise<unknown>>;
}

const nothing = async () => {};

export const faults: Fault[] = [
  {
    name: 'kill -9 of the primary and its Patroni',
    longest: 30_000,
    async strike(cluster) {
      const host = await cluster.hostOf('leader');
      await cluster.killMember(host);
      return async () => cluster.startPatroni(host);
    },
  },
  {
    name: 'planned switchover',
    longest: 30_000,
    async strike(cluster) {
      const leader = await cluster.hostOf('leader');
      const candidate = await cluster.hostOf('sync_standby');
      // Answered when it is done.
      const asked = fetch(`http://${addressOf(leader)}:8008/switchover`, {
        method: 'POST',
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
    name: 'loss of an etcd member',
    longest: 30_000,
    async strike(cluster, round) {
      const host = databaseHosts[round % databaseHosts.length] ?? 'db1';
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
      // As the service manager does.
      const restarted = sleep(2_000).then(() => cluster.startServer(server, treeOf(cluster)));
      return () => restarted;
    },
  },
  {
    name: 'restart of PgBouncer',
    longest: 30_000,
    async strike(cluster) {
      await cluster.part('pgbouncer').stop();
      cluster.startPooler();
      return nothing;
    },
  },
  {
    name: 'rolling upgrade of Doorstep',
    longest: 30_000,
    async strike(cluster, round) {
      const before = treeOf(cluster);
      const next = await makeRelease(cluster.folder, round);
      const upgrading = (async () => {
        await cluster.part('server0').stop();
        await cluster.startServer(0, next);
        // The release before starts on the schema of the next: a machine may restart in the middle of an upgrade.
        await cluster.part('server1').stop();
        await cluster.startServer(1, before);
        await cluster.part('server1').stop();
        await cluster.startServer(1, next);
        trees.set(cluster, next);
      })();
      await upgrading;
      return nothing;
    },
  },
];

/** The release that the servers of a cluster run. */
const trees = new WeakMap<Cluster, string>();
const treeOf = (cluster: Cluster) => trees.get(cluster);
