import { checkTraits } from '@doorstep/contract/evidence/checks';
import type { Kysely } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { Database } from '../../db/schema.ts';
import { isUnavailable } from '../../db/violations.ts';
import type { Platform, Provider } from '../../platform/platform.ts';
import {
  listNewWithout,
  lockDueVerification,
  markChecked,
  markDue,
  readThresholds,
  saveFindings,
} from './evidence-store.ts';
import { gatherVerification } from './look-up/gather-verification.ts';
import { runChecks } from './run-checks.ts';

/** So often a case is tried that the database rejects for the moment: one that always takes too long must not be tried for ever. */
const mostTries = 10;

/**
 * What checks every case that is due, one after the other, and answers how many were checked. A case during which the database was
 * away, too busy or locked stays due for the next run. One that can't be checked is given up, and reported: it stays unchecked
 * until somebody asks for it.
 */
export function dueChecks(
  { db, provider: { timeZone } }: Pick<Platform, 'db'> & { provider: Pick<Provider, 'timeZone'> },
  onGivenUp: (id: number, error: unknown) => void,
): (signal: AbortSignal) => Promise<number> {
  const tries = new Map<number, number>();
  return async (signal) => {
    /** The others don't wait for these. */
    const left: number[] = [];
    let done = 0;
    while (!signal.aborted) {
      const { id, error } = await checkNext(db, timeZone, left);
      if (id === undefined) break;
      if (error === undefined) {
        tries.delete(id);
        done += 1;
        continue;
      }
      const tried = (tries.get(id) ?? 0) + 1;
      if (isUnavailable(error) && tried < mostTries) {
        tries.set(id, tried);
        left.push(id);
        continue;
      }
      await markChecked(db, id, false);
      tries.delete(id);
      onGivenUp(id, error);
    }
    return done;
  };
}

/** Checks the first case that is due; answers which, and what went wrong. No id where none is due. */
async function checkNext(
  db: Kysely<Database>,
  timeZone: string,
  except: readonly number[],
): Promise<{ id?: number; error?: unknown }> {
  let id: number | undefined;
  try {
    await db.transaction().execute(async (trx) => {
      id = await lockDueVerification(trx, except);
      if (id !== undefined) await checkVerification(trx, id, timeZone);
    });
    return { id };
  } catch (error) {
    if (id === undefined) throw error;
    return { id, error };
  }
}

async function checkVerification(db: Db, id: number, timeZone: string): Promise<void> {
  const { version, values } = await readThresholds(db);
  const one = await gatherVerification(db, id, values, timeZone);
  if (one) {
    const findings = runChecks(one, values);
    // Of visits close together in time or place the last one to come shows that they are.
    const others: number[] = [];
    for (const finding of findings) {
      if (!checkTraits[finding.check].comparesVisits) continue;
      others.push(...(await listNewWithout(db, id, finding)));
    }
    await saveFindings(db, id, findings, version);
    await markDue(db, others);
  }
  await markChecked(db, id, one !== undefined);
}
