import { sql } from 'kysely';
import { type Db, prepared } from '../connection.ts';

const batch = 2_000;

export async function chainAudit(db: Db): Promise<number> {
  let chained = 0;
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select ${prepared} count from chain_audit(${batch}) as count`.execute(db);
    const count = rows[0]?.count ?? 0;
    chained += count;
    if (count < batch) return chained;
  }
}
