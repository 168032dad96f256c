import { isUnanswered } from '../../../lib/api/api-error.ts';
import { useIsAnswering } from '../../../lib/api/connection.ts';

/**
 * Returns the error text of a failed decision. If no answer came, the text changes when the server answers
 * other requests again.
 */
export function useFailureWords(failure: Error | null): string | undefined {
  const isAnswering = useIsAnswering();
  if (!isAnswering || !isUnanswered(failure)) return failure?.message;
  return 'The connection is back. The decision may not have been saved: try again.';
}
