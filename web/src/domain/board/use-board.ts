import { getBoard } from '@doorstep/contract/board';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api/api-client.ts';
import { whileSomebodyIsThere } from '../../lib/live/attention.ts';

const boardQuery = queryOptions({
  queryKey: ['board'],
  meta: { kinds: ['applicant', 'verification', 'user'] },
  queryFn: ({ signal }) => call(getBoard, { signal }),
  retry: false,
});

/** Milliseconds. Work becomes late without any change that would be reported. */
const again = 60_000;

/** The board as it is now, fetched again after changes and every minute. Fails where the backend has none. */
export function useBoard() {
  const board = useQuery(boardQuery);
  const { refetch } = board;
  // A board that was shown is asked for again, also after a failure.
  const isShown = board.data !== undefined;
  useEffect(
    () => (isShown ? whileSomebodyIsThere(() => void refetch(), again) : undefined),
    [refetch, isShown],
  );
  return board;
}
