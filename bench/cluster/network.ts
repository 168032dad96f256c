import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ip = (...args: string[]) => run('ip', args);

export const databaseHosts = ['db1', 'db2', 'db3'] as const;
export type Host = (typeof databaseHosts)[number];

const bridge = 'doorstep';
const subnet = '10.213.0';
/** This machine's address in the network of the database hosts, which are network namespaces. */
const ownAddress = `${subnet}.1`;
export const addressOf = (host: Host) => `${subnet}.${11 + databaseHosts.indexOf(host)}`;
export const namespaceOf = (host: Host) => `doorstep-${host}`;
const cableOf = (host: Host) => `doorstep-${host}`;

export async function buildNetwork(): Promise<void> {
  await removeNetwork();
  await ip('link', 'add', bridge, 'type', 'bridge');
  // Without a fixed MAC address, the bridge takes the one of a host's cable (a veth pair), and the packets
  // of this host bypass the bridge.
  await ip('link', 'set', bridge, 'address', '02:00:00:d0:0e:01');
  await ip('addr', 'add', `${ownAddress}/24`, 'dev', bridge);
  await ip('link', 'set', bridge, 'up');
  for (const host of databaseHosts) {
    const [namespace, cable] = [namespaceOf(host), cableOf(host)];
    await ip('netns', 'add', namespace);
    await ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
    await ip('link', 'set', cable, 'master', bridge, 'up');
    await ip('-n', namespace, 'addr', 'add', `${addressOf(host)}/24`, 'dev', 'eth0');
    for (const device of ['eth0', 'lo']) await ip('-n', namespace, 'link', 'set', device, 'up');
  }
}

/** Drops all packets to and from a host from now on. Neither side is notified. */
export const fallSilent = (host: Host) => setPort(host, 'disabled');
export const speakAgain = (host: Host) => setPort(host, 'forwarding');
const setPort = (host: Host, state: 'disabled' | 'forwarding') =>
  run('bridge', ['link', 'set', 'dev', cableOf(host), 'state', state]);

export async function removeNetwork(): Promise<void> {
  for (const host of databaseHosts) {
    await ip('link', 'del', cableOf(host)).catch(() => {});
    await ip('netns', 'del', namespaceOf(host)).catch(() => {});
  }
  await ip('link', 'del', bridge).catch(() => {});
}
