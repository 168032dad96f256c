import type { Decision } from '@doorstep/contract/verifications';
import type { QueryClient } from '@tanstack/react-query';
import { byOwnClock } from '../../lib/api/server-clock.ts';
import { prettifyLabel } from '../../lib/format.ts';
import { getSession } from '../../lib/session/session.ts';
import { decide, updated } from './decide.ts';
import type { LooseVerification } from './loose-verification.ts';
import type { Acted } from './undo-action.ts';
import { verificationQuery } from './verification-queries.ts';

/** That a decision was not saved, with the reason where one is known. */
export const notSaved = (what: Decision, name: string, reason = ''): string =>
  `Not saved: ${prettifyLabel(what)} for ${name}.${reason && ` ${reason}`}`;

/** The last action on a record, if it is one's own and may be undone: a decision, or a send-back without an answer. */
export function ownActionOf(verification: LooseVerification | undefined): Acted | undefined {
  if (!verification) return undefined;
  const { admin_reviewed_details: review, sent_back: sentBack } = verification;
  const actions: { by: unknown; what: Acted['what']; at: string }[] = [];
  if (review)
    actions.push({ by: review.admin_id, what: review.admin_decision, at: review.reviewed_at });
  if (sentBack?.answered_by === null)
    actions.push({ by: sentBack.by_id, what: 'sent back', at: sentBack.at });
  const [last] = actions.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  if (!last || last.by !== getSession()?.id) return undefined;
  const id = String(verification.verification_id);
  return { id, name: verification.applicant ?? id, what: last.what, at: byOwnClock(last.at) };
}

/** Decides a case that was pending. Where the answer was lost, and only that, the record says so: then it is as good as answered. */
export async function decideAndLook(
  client: QueryClient,
  decision: Decision,
  seen: LooseVerification,
  more?: { claim: true },
): Promise<string> {
  const id = String(seen.verification_id);
  try {
    return await decide(id, decision, seen, more);
  } catch (error) {
    const query = { ...verificationQuery(id), staleTime: 0 };
    const found = await client.fetchQuery(query).catch(() => undefined);
    if (ownActionOf(found)?.what === decision) return updated;
    throw error;
  }
}
