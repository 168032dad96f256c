import { sql } from 'kysely';
import { type Db, prepared } from '../connection.ts';

const batch = 2_000;

/**
 * The channel that announces new links of the chain. Each batch sends one notification, because a
 * notification for each write would serialise commits.
 */
export const chainedChannel = 'doorstep_chained';

export async function chainAudit(db: Db): Promise<number> {
  let chained = 0;
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select ${prepared} count, case when count > 0 then pg_notify(${chainedChannel}, '') end
      from chain_audit(${batch}) as count`.execute(db);
    const count = rows[0]?.count ?? 0;
    chained += count;
    if (count < batch) return chained;
  }
}
