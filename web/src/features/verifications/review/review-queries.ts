import {
  nextCases,
  releaseClaim as releaseEndpoint,
  renewClaim as renewEndpoint,
  reviewDay,
  undoDecision,
} from '@doorstep/contract/review';
import { undoSendBack } from '@doorstep/contract/visits/office';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { isUnanswered } from '../../../lib/api/api-error.ts';
import { verificationQuery } from '../verification-queries.ts';
import type { Acted } from './review-state.ts';

/** One's own day, and the team's median. */
export const reviewDayQuery = queryOptions({
  queryKey: ['review', 'day'],
  queryFn: ({ signal }) => call(reviewDay, { signal }),
  retry: false,
  staleTime: 30_000,
});

/** Claims the next cases; `after` is the one on the screen, which stays claimed. */
export async function claimNext(after: string | undefined): Promise<string[]> {
  const body = after === undefined ? {} : { after: Number(after) };
  const { verification_ids } = await call(nextCases, { body });
  return verification_ids.map(String);
}

/** Claims the case, or renews the claim. */
export const renewClaim = (id: string) => call(renewEndpoint, { params: { id } });

export const releaseClaim = (id: string, isSkipped = false) =>
  call(releaseEndpoint, { params: { id }, query: isSkipped ? { skip: 'true' } : {} });

/** Undoes a decision or a send-back and fetches its case. The answer can be lost: then the case says whether it is undone. */
export async function undoAction(client: QueryClient, { id, what }: Acted): Promise<void> {
  const isSendBack = what === 'sent back';
  const problem = await call(isSendBack ? undoSendBack : undoDecision, { params: { id } }).then(
    () => undefined,
    (error: unknown) => error,
  );
  const query = verificationQuery(id);
  // One that is on its way could still hold the decision.
  await client.cancelQueries({ queryKey: query.queryKey });
  const found = await client.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
  const isUndone = isSendBack ? found?.sent_back === null : found?.admin_decision === 'pending';
  if (problem === undefined || isUndone) return;
  if (found && isUnanswered(problem)) throw new Error('It did not reach the server. Try again.');
  throw problem;
}
