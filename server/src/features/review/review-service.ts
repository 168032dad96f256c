import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { claimVerification, findHolder } from '../../domain/review/review-claims.ts';
import { conflict, orNotFound } from '../../problems.ts';
import { claimNext, deleteClaim, findReviewCase, type Reviewer, skip } from './review-store.ts';

/**
 * The maximum number of attempts to claim. An attempt to claim fails if a colleague claims an offered
 * verification at the same moment.
 */
const mostTries = 20;

/** Claims the next verifications for an admin, usually one to show and one to prepare. */
export async function claimNextCases(
  db: Kysely<Database>,
  reviewer: Reviewer,
  after?: number,
): Promise<number[]> {
  let claimed: number[] = [];
  for (let tries = 0; tries < mostTries; tries += 1) {
    const offered = await claimNext(db, reviewer, after);
    claimed = offered.filter(({ is_claimed }) => is_claimed).map(({ id }) => id);
    if (claimed.length === offered.length) break;
  }
  return claimed;
}

/** Claims the verification on an admin's screen, or renews the claim. Returns the end of the claim. */
export async function renewClaim(
  db: Kysely<Database>,
  id: number,
  reviewer: Reviewer,
): Promise<string> {
  const adminId = reviewer.id;
  const found = orNotFound(await findReviewCase(db, id, reviewer), 'Verification');
  // If the decision already counts, only admins who can give the second look are told that a second look is
  // owed. The answer must not reveal to the first reviewer that a second look was drawn.
  const isOwed = found.state === 'owed' && (found.delays || found.is_mine);
  const isOpenLook = isOwed || found.state === 'differs';
  if (isOwed && found.first_by === adminId && !found.is_mine) {
    throw conflict('You decided this case. Another reviewer must confirm the decision.', 'decided');
  }
  if (isOpenLook && !found.is_mine) {
    throw conflict('Two reviewers decided differently. A super admin must decide.', 'decided');
  }
  if (!isOpenLook && found.decided_by !== null && !found.is_again) {
    throw conflict(
      `${found.decided_by} already decided this case: ${found.admin_decision}.`,
      'decided',
    );
  }
  const until = await claimVerification(db, id, adminId);
  if (until !== undefined) return until;
  const holder = await findHolder(db, id, adminId);
  throw conflict(`${holder ?? 'A colleague'} has this case now.`, 'claim_lost');
}

export async function releaseClaim(
  db: Kysely<Database>,
  id: number,
  reviewer: Reviewer,
  isSkipped: boolean,
): Promise<void> {
  orNotFound(await findReviewCase(db, id, reviewer), 'Verification');
  await (isSkipped ? skip : deleteClaim)(db, id, reviewer.id);
}
