import { unlessBusy } from '../../../db/advisory-lock.ts';
import { connectBeside } from '../../../db/connection.ts';
import { serverLimits } from '../../../limits.ts';
import type { Platform } from '../../../platform/platform.ts';
import { thresholdTable } from '../thresholds.ts';
import { learnPlaces } from './place-store.ts';

/** Learns anew where visits to each pin code are, unless another server is at it. */
export const learnUsualPlaces = ({
  db,
  config,
}: Pick<Platform, 'db' | 'config'>): Promise<number | undefined> =>
  unlessBusy(db, 'places', async () => {
    // All visits of two years in one statement: more than a request may take, so not by the requests' connections.
    const own = connectBeside(db, { statementTimeout: serverLimits.learningPlaces });
    try {
      return await learnPlaces(own, {
        timeZone: config.timeZone,
        // The least that the threshold may be set to: the check compares with its own setting.
        visits: thresholdTable.learnedVisits.least,
        exactM: thresholdTable.exactM.value,
      });
    } finally {
      await own.destroy();
    }
  });
