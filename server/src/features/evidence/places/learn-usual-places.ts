import { runUnlessLocked } from '../../../db/advisory-lock.ts';
import { connectSeparately } from '../../../db/connection.ts';
import { serverLimits } from '../../../limits.ts';
import type { Platform, Provider } from '../../../platform/platform.ts';
import { thresholdTable } from '../thresholds.ts';
import { learnPlaces } from './place-store.ts';

/**
 * Learns the usual places of visits. Returns the number of pin codes with such a place. Returns undefined if
 * another server is learning or the signal is aborted.
 */
export const learnUsualPlaces = (
  { db, provider }: Pick<Platform, 'db'> & { provider: Pick<Provider, 'timeZone'> },
  signal: AbortSignal,
): Promise<number | undefined> =>
  runUnlessLocked(db, 'places', async () => {
    // Uses a separate connection, because the statement takes longer than a request may take. A stopping
    // server doesn't wait for the statement, because PostgreSQL completes it or rolls it back.
    const own = connectSeparately(db, { statementTimeout: serverLimits.learningPlaces, signal });
    try {
      return await learnPlaces(own, {
        timeZone: provider.timeZone,
        // Uses the lowest value that the threshold can have, because the check applies the current value
        // itself.
        visits: thresholdTable.learnedVisits.least,
        exactM: thresholdTable.exactM.value,
      });
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    } finally {
      await own.destroy();
    }
  });
