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

/** Milliseconds. Work becomes late without a change that would be reported. */
const again = 60_000;

/** Returns the board, fetched again after changes and every minute. Fails if the backend has none. */
export function useBoard() {
  const board = useQuery(boardQuery);
  const { refetch } = board;
  // A board that was shown is fetched again, even after a failure.
  const isShown = board.data !== undefined;
  useEffect(
    () => (isShown ? repeatWhileActive(() => void refetch(), again) : undefined),
    [refetch, isShown],
  );
  return board;
}
