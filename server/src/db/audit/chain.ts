import { sql } from 'kysely';
import type { Db } from '../connection.ts';

const batch = 2_000;

/** Where other processes are told that there are new links of the chain. One notice a batch: those of single writes would queue at commit. */
export const chainedChannel = 'doorstep_chained';

/** Adds to the hash chain what waits, batch by batch; answers how many rows it was. */
export async function chainAudit(db: Db): Promise<number> {
  let chained = 0;
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count, case when count > 0 then pg_notify(${chainedChannel}, '') end
      from chain_audit(${batch}) as count`.execute(db);
    const count = rows[0]?.count ?? 0;
    chained += count;
    if (count < batch) return chained;
  }
}
