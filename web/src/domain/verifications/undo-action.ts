import { undoDecision } from '@doorstep/contract/review';
import type { Decision } from '@doorstep/contract/verifications';
import { undoSendBack } from '@doorstep/contract/visits/send-back';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';
import { isUnanswered } from '../../lib/api/api-error.ts';
import { hasOwnLook } from './own-action.ts';
import { reloadVerification } from './verification-queries.ts';

export interface Acted {
  id: string;
  name: string;
  what: Decision | 'sent back';
  /** When the user acted, in milliseconds of this browser's clock. */
  at: number;
}

/**
 * Undoes a decision or a send-back, then fetches the case, which shows whether the action was undone even if
 * the answer to the undo request is lost.
 */
export async function undoAction(client: QueryClient, { id, what }: Acted): Promise<void> {
  const isSendBack = what === 'sent back';
  const problem = await call(isSendBack ? undoSendBack : undoDecision, { params: { id } }).then(
    () => undefined,
    (error: unknown) => error,
  );
  const found = await reloadVerification(client, id);
  const isUndone = isSendBack
    ? found?.sent_back === null
    : found?.admin_decision === 'pending' && !hasOwnLook(found);
  if (problem === undefined || isUndone) return;
  if (found && isUnanswered(problem))
    throw new Error('The undo request did not reach the server. Try again.');
  throw problem;
}
