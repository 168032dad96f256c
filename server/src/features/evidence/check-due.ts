import type { Kysely } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { Database } from '../../db/schema.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  listWithout,
  lockDue,
  markChecked,
  markDue,
  readThresholds,
  saveFindings,
} from './evidence-store.ts';
import { gatherCase } from './look-up/gather-case.ts';
import { runChecks } from './run-checks.ts';

/** Checks every case that is due, one after the other; answers how many. */
export async function checkDue(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<number> {
  let done = 0;
  while (!signal.aborted && (await checkNext(db, config.timeZone, onError))) done += 1;
  return done;
}

/** Checks the first case that is due; false when none is. */
async function checkNext(
  db: Kysely<Database>,
  timeZone: string,
  onError: (error: unknown) => void,
): Promise<boolean> {
  let id: number | undefined;
  try {
    await db.transaction().execute(async (trx) => {
      id = await lockDue(trx);
      if (id !== undefined) await checkCase(trx, id, timeZone);
    });
  } catch (error) {
    if (id === undefined) throw error;
    // It stays unchecked until somebody asks for it; the others don't wait for it.
    await markChecked(db, id, false);
    onError(error);
  }
  return id !== undefined;
}

async function checkCase(db: Db, id: number, timeZone: string): Promise<void> {
  const { version, values } = await readThresholds(db);
  const one = await gatherCase(db, id, values, timeZone);
  if (one) {
    const findings = runChecks(one, values);
    await saveFindings(db, id, findings, version);
    // Of visits close together in time or place the last one to come shows that they are.
    for (const { check, beside } of findings) {
      if (check !== 'visit.dense' && check !== 'place.unusual') continue;
      await markDue(db, await listWithout(db, beside?.cases ?? [], check));
    }
  }
  await markChecked(db, id, one !== undefined);
}
