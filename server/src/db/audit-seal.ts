import { sql } from 'kysely';
import type { Db } from './connection.ts';
import { repeat } from './repeat.ts';

const batch = 2_000;

/** Where other processes are told that there are new seals. One notice a batch: those of single writes would queue at commit. */
export const sealedChannel = 'doorstep_sealed';

/** Seals what waits, batch by batch; answers how many rows it sealed. */
export async function sealAudit(db: Db): Promise<number> {
  let sealed = 0;
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count, case when count > 0 then pg_notify(${sealedChannel}, '') end
      from seal_audit(${batch}) as count`.execute(db);
    const count = rows[0]?.count ?? 0;
    sealed += count;
    if (count < batch) return sealed;
  }
}

/** Seals new rows of the audit four times a second until it is closed, which seals the last ones. */
export function keepSealing(db: Db, onError: (error: unknown) => void): { close(): Promise<void> } {
  const sealing = repeat(() => sealAudit(db), 250, onError);
  return {
    close: async () => {
      await sealing.close();
      await sealAudit(db).catch(onError);
    },
  };
}

/** Makes the tables of the audit's coming months in time, looking hourly until it is closed. */
export const keepAuditMonths = (db: Db, onError: (error: unknown) => void) =>
  repeat(() => sql`select make_audit_months()`.execute(db), 3_600_000, onError);
