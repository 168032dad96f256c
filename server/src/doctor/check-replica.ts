import { setTimeout as sleep } from 'node:timers/promises';
import { readPosition } from '@doorstep/contract/position';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { connect } from '../db/connection.ts';
import { presentPosition } from '../db/present-position.ts';
import { replicaConnections } from '../db/replica-connections.ts';
import type { Database } from '../db/schema.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

/** Milliseconds for a replica to come as far as its primary was. */
const patience = 2_000;

/** Whether the replica answers, is one of this database, and follows it. */
export async function checkReplica(db: Kysely<Database>, options: pg.PoolConfig): Promise<Finding> {
  const replica = connect({ ...options, max: 1 });
  const { take, measure } = replicaConnections(replica, db);
  try {
    const client = await take();
    try {
      const primary = readPosition(await presentPosition(db)) ?? 0n;
      const begun = performance.now();
      for (;;) {
        const behind = primary - (await measure(client));
        const waited = Math.round(performance.now() - begun);
        if (behind <= 0n) return ok('Replica', `It has all that the primary had ${waited} ms ago.`);
        if (waited > patience) {
          return warning(
            'Replica',
            `It is ${behind} bytes behind what the primary had two seconds ago: the primary answers meanwhile.`,
          );
        }
        await sleep(20);
      }
    } finally {
      client.release();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return wrong('Replica', `The primary answers everything. ${reason}`);
  } finally {
    await replica.destroy();
  }
}
