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

/** The refetch interval, in milliseconds. Needed because no event reports that work has become late. */
const again = 60_000;

/** Returns the query of the board. The query fails if the backend has no board. */
export function useBoard() {
  const board = useQuery(boardQuery);
  const { refetch } = board;
  // Fetches the board again even after a failed request, but only if a board was ever shown.
  const isShown = board.data !== undefined;
  useEffect(
    () => (isShown ? repeatWhileActive(() => void refetch(), again) : undefined),
    [refetch, isShown],
  );
  return board;
}
