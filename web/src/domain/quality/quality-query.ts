import { calibrationOf, ownCalibration } from '@doorstep/contract/calibration';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

/** Queries the quality figures of a user. Without an id, of the signed-in user. */
export const qualityQuery = (id?: string) =>
  queryOptions({
    queryKey: ['quality', id],
    queryFn: ({ signal }) =>
      id ? call(calibrationOf, { params: { id }, signal }) : call(ownCalibration, { signal }),
  });
