import { unlessBusy } from '../../../db/advisory-lock.ts';
import { connectBeside } from '../../../db/connection.ts';
import { serverLimits } from '../../../limits.ts';
import type { Platform, Provider } from '../../../platform/platform.ts';
import { thresholdTable } from '../thresholds.ts';
import { learnPlaces } from './place-store.ts';

/** Learns again where visits to each pin code are, unless another server is at it; undefined then, and when aborted. */
export const learnUsualPlaces = (
  { db, provider }: Pick<Platform, 'db'> & { provider: Pick<Provider, 'timeZone'> },
  signal: AbortSignal,
): Promise<number | undefined> =>
  unlessBusy(db, 'places', async () => {
    // All visits of two years in one statement: more than a request may take, so not by the requests' connections. A
    // server that stops does not wait for it: PostgreSQL does it whole or not at all.
    const own = connectBeside(db, { statementTimeout: serverLimits.learningPlaces, signal });
    try {
      return await learnPlaces(own, {
        timeZone: provider.timeZone,
        // The least that the threshold may be set to: the check compares with its own setting.
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
