import type { Decision } from '@doorstep/contract/verifications';
import type { QueryClient } from '@tanstack/react-query';
import { byOwnClock } from '../../../lib/api/server-clock.ts';
import { getSession } from '../../../lib/session/session.ts';
import type { LooseVerification } from '../loose-verification.ts';
import type { Acted } from '../review/review-state.ts';
import { verificationQuery } from '../verification-queries.ts';
import { decide, updated } from './decide.ts';

/** The decision on a record, if it is one's own. */
export function ownDecisionOf(verification: LooseVerification | undefined): Acted | undefined {
  const review = verification?.admin_reviewed_details;
  if (!verification || !review || review.admin_id !== getSession()?.id) return undefined;
  const id = String(verification.verification_id);
  return {
    ...{ id, name: verification.applicant ?? id },
    ...{ what: review.admin_decision, at: byOwnClock(review.reviewed_at) },
  };
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
    if (ownDecisionOf(found)?.what === decision) return updated;
    throw error;
  }
}
