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

/** The refetch interval, in milliseconds. Work becomes late without a change that the server would report. */
const again = 60_000;

/** Returns the board. Fetches it again after changes and every minute. Fails if the backend has no board. */
export function useBoard() {
  const board = useQuery(boardQuery);
  const { refetch } = board;
  // A board that is shown is fetched again even after a failed request.
  const isShown = board.data !== undefined;
  useEffect(
    () => (isShown ? repeatWhileActive(() => void refetch(), again) : undefined),
    [refetch, isShown],
  );
  return board;
}
