import { checkTraits } from '@doorstep/contract/evidence/checks';
import type { Kysely } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { isUnavailable } from '../../db/database-errors.ts';
import type { Database } from '../../db/schema.ts';
import type { Platform, Provider } from '../../platform/platform.ts';
import { listCheckedParts } from './checked-parts.ts';
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

/**
 * The maximum number of tries for a verification, because a check that always times out must not be
 * repeated forever.
 */
const mostTries = 10;

/**
 * Returns a function that checks all due verifications, one after the other, and returns the number of
 * checked verifications. A verification stays due for the next run after a temporary database error. Any
 * other error is reported, and the verification stays unchecked until it is marked as due again.
 */
export function dueChecks(
  { db, provider: { timeZone } }: Pick<Platform, 'db'> & { provider: Pick<Provider, 'timeZone'> },
  onGivenUp: (id: number, error: unknown) => void,
  /** Called for each verification, in the transaction of its check. */
  onCheck: (db: Db, id: number) => Promise<void> = async () => {},
): (signal: AbortSignal) => Promise<number> {
  const tries = new Map<number, number>();
  return async (signal) => {
    /** The verifications to skip in the rest of this run, because their check failed. */
    const left: number[] = [];
    let done = 0;
    while (!signal.aborted) {
      const { id, error } = await checkNext(db, timeZone, left, onCheck);
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
      await markChecked(db, id, undefined);
      tries.delete(id);
      onGivenUp(id, error);
    }
    return done;
  };
}

/**
 * Checks the oldest due verification and returns its id, and the error if the check failed. Returns no id
 * if no verification is due.
 */
async function checkNext(
  db: Kysely<Database>,
  timeZone: string,
  except: readonly number[],
  onCheck: (db: Db, id: number) => Promise<void>,
): Promise<{ id?: number; error?: unknown }> {
  let id: number | undefined;
  try {
    await db.transaction().execute(async (trx) => {
      id = await lockDueVerification(trx, except);
      if (id === undefined) return;
      await onCheck(trx, id);
      await checkVerification(trx, id, timeZone);
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
    // Marks the other visits of a finding as due, because they may have been checked before this visit
    // arrived.
    const others: number[] = [];
    for (const finding of findings) {
      if (!checkTraits[finding.check].comparesVisits) continue;
      others.push(...(await listNewWithout(db, id, finding)));
    }
    await saveFindings(db, id, findings, version);
    await markDue(db, others);
  }
  await markChecked(db, id, one && listCheckedParts(one, values));
}
