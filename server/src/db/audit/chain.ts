import { sql } from 'kysely';
import type { Db } from '../connection.ts';

const batch = 2_000;

/** Channel that announces new links of the chain. One notice a batch: notices of single writes would queue at commit. */
export const chainedChannel = 'doorstep_chained';

/** Adds the waiting rows to the hash chain, batch by batch, and returns how many they were. */
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
