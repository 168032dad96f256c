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
      // The least that the threshold may be set to: the check compares with its own setting.
      visits: thresholdTable.learnedVisits.least,
      exactM: thresholdTable.exactM.value,
    }),
  );
