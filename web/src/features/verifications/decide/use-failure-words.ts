import { isUnanswered } from '../../../lib/api/api-error.ts';
import { useIsAnswering } from '../../../lib/api/connection.ts';

/** What to show of a decision that failed. That no answer came is said only until the server answers again. */
export function useFailureWords(failure: Error | null): string | undefined {
  const isAnswering = useIsAnswering();
  if (!isAnswering || !isUnanswered(failure)) return failure?.message;
  return 'The connection is back. The decision may not have been saved: try again.';
}
