import type { Decision } from '@doorstep/contract/verifications';
import type { QueryClient } from '@tanstack/react-query';
import { toBrowserClock } from '../../lib/api/server-clock.ts';
import { prettifyLabel } from '../../lib/format.ts';
import { getSession } from '../../lib/session/session.ts';
import { decide, updated } from './decide.ts';
import type { LooseVerification } from './loose-verification.ts';
import type { Acted } from './undo-action.ts';
import { reloadVerification } from './verification-queries.ts';

export const notSaved = (what: Decision, name: string, reason = ''): string =>
  `Not saved: ${prettifyLabel(what)} for ${name}.${reason && ` ${reason}`}`;

const looksOf = ({ looked_at: looked }: LooseVerification) =>
  [looked?.settled, looked?.second, looked?.first]
    .filter((look) => look !== null && look !== undefined)
    .map(({ by_id, decision, at }) => ({ by: by_id, what: decision, at }));

export const hasOwnLook = (verification: LooseVerification): boolean =>
  looksOf(verification).some(({ by }) => by === getSession()?.id);

/** Returns a record's last action (decision, second look, unanswered send-back) if it is this user's. */
export function ownActionOf(verification: LooseVerification | undefined): Acted | undefined {
  if (!verification) return undefined;
  const { admin_reviewed_details: review, sent_back: sentBack } = verification;
  // Looks come before the decision in this list, because the last look may have made the decision. Both then
  // have the same time, and the stable sort returns the look as the last action.
  const actions: { by: unknown; what: Acted['what']; at: string }[] = looksOf(verification);
  if (review)
    actions.push({ by: review.admin_id, what: review.admin_decision, at: review.reviewed_at });
  if (sentBack?.answered_by === null)
    actions.push({ by: sentBack.by_id, what: 'sent back', at: sentBack.at });
  const [last] = actions.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  if (!last || last.by !== getSession()?.id) return undefined;
  const id = String(verification.verification_id);
  return { id, name: verification.applicant ?? id, what: last.what, at: toBrowserClock(last.at) };
}

/**
 * Saves a decision. After a failure, reads the record: if only the answer was lost, the record has the
 * decision.
 */
export async function decideAndConfirm(
  client: QueryClient,
  decision: Decision,
  seen: LooseVerification,
  more?: { claim: true },
): Promise<string> {
  const id = String(seen.verification_id);
  try {
    return await decide(id, decision, seen, more);
  } catch (error) {
    const found = await reloadVerification(client, id);
    if (ownActionOf(found)?.what === decision) return updated;
    throw error;
  }
}
