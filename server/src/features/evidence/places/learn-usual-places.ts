import { runUnlessLocked } from '../../../db/advisory-lock.ts';
import { connectSeparately } from '../../../db/connection.ts';
import { serverLimits } from '../../../limits.ts';
import type { Platform, Provider } from '../../../platform/platform.ts';
import { thresholdTable } from '../thresholds.ts';
import { learnPlaces } from './place-store.ts';

/**
 * Learns again where visits to each pin code are. Returns undefined if another server is doing so, or when
 * aborted.
 */
export const learnUsualPlaces = (
  { db, provider }: Pick<Platform, 'db'> & { provider: Pick<Provider, 'timeZone'> },
  signal: AbortSignal,
): Promise<number | undefined> =>
  runUnlessLocked(db, 'places', async () => {
    // Uses its own connection: one statement over all visits of two years takes longer than a request may. A
    // stopping server does not wait for it, since PostgreSQL completes it or rolls it back.
    const own = connectSeparately(db, { statementTimeout: serverLimits.learningPlaces, signal });
    try {
      return await learnPlaces(own, {
        timeZone: provider.timeZone,
        // The minimum of the threshold: the check compares with its current value.
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
