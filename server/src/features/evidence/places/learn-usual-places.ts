import { unlessBusy } from '../../../db/advisory-lock.ts';
import type { Platform } from '../../../platform/platform.ts';
import { thresholdTable } from '../thresholds.ts';
import { learnPlaces } from './place-store.ts';

/** Learns anew where visits to each pin code are, unless another server is at it. */
export const learnUsualPlaces = ({
  db,
  config,
}: Pick<Platform, 'db' | 'config'>): Promise<number | undefined> =>
  unlessBusy(db, 'places', () =>
    learnPlaces(db, {
      timeZone: config.timeZone,
      // As few as the check may be told to ask for; it holds what was learned to its own threshold.
      visits: thresholdTable.learnedVisits.least,
      exactM: thresholdTable.exactM.value,
    }),
  );
