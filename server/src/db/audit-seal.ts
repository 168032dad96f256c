import { sql } from 'kysely';
import type { Db } from './connection.ts';

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
  let isClosing = false;
  let wake = () => {};
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 250);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const sealing = (async () => {
    let hasFailed = false;
    while (!isClosing) {
      try {
        await sealAudit(db);
        hasFailed = false;
      } catch (error) {
        // Told once, not four times a second: the database is away, and what waits is sealed when it is back.
        if (!hasFailed) onError(error);
        hasFailed = true;
      }
      if (!isClosing) await rest();
    }
    await sealAudit(db).catch(onError);
  })();
  return {
    close: () => {
      isClosing = true;
      wake();
      return sealing;
    },
  };
}
