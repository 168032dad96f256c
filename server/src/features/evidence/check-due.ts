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
 * Limits how often a check runs, because a check that always times out would otherwise be repeated forever.
 */
const mostTries = 10;

/**
 * Returns a function that checks all due verifications and returns the number of successful checks. After a
 * temporary database error, the verification stays due for the next run. After any other error, or after too
 * many failures, the verification is no longer due, and `onGivenUp` is called.
 */
export function dueChecks(
  { db, provider: { timeZone } }: Pick<Platform, 'db'> & { provider: Pick<Provider, 'timeZone'> },
  onGivenUp: (id: number, error: unknown) => void,
  /** Called before each check, in the transaction of the check. */
  onCheck: (db: Db, id: number) => Promise<void> = async () => {},
): (signal: AbortSignal) => Promise<number> {
  const tries = new Map<number, number>();
  return async (signal) => {
    /** The verifications whose check failed in this run. The run doesn't check them again. */
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
 * Checks the next due verification. Returns its id, and the error if the check failed. Returns no `id` if no
 * verification is due. Throws if the database fails before a verification is locked.
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
    // Some findings concern several applicants. Marks the others' verifications as due, because their checks
    // may have run before this visit arrived.
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
