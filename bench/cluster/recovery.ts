import type { Cluster } from './start-cluster.ts';

export async function recoverCluster(_cluster: Cluster): Promise<string> {
  return 'not yet';
}
