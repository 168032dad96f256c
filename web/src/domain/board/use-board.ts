import { getBoard } from '@doorstep/contract/board';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api/api-client.ts';
import { repeatWhileActive } from '../../lib/live/attention.ts';

const boardQuery = queryOptions({
  queryKey: ['board'],
  meta: { kinds: ['applicant', 'verification', 'user', 'message'] },
  queryFn: ({ signal }) => call(getBoard, { signal }),
});

/** The refetch interval, in milliseconds. Work becomes late without an event, so the board must be polled. */
const again = 60_000;

/** Returns the query of the board. The query fails if the backend has no board. */
export function useBoard() {
  const board = useQuery(boardQuery);
  const { refetch } = board;
  // Polls only after a first success. Later failures don't stop the polling.
  const isShown = board.data !== undefined;
  useEffect(
    () => (isShown ? repeatWhileActive(() => void refetch(), again) : undefined),
    [refetch, isShown],
  );
  return board;
}
