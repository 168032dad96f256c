import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { claimCase, findHolder } from '../../domain/review-claims.ts';
import { conflict, notFound } from '../../problems.ts';
import { claimNext, deleteClaim, findReviewCase, skip } from './review-store.ts';

/** Tries, when a colleague was quicker at every case that was offered. */
const tries = 20;

/** The admin's next case and the one after it, claimed; without any when nothing waits for them. */
export async function claimNextCases(
  db: Kysely<Database>,
  adminId: number,
  after?: number,
): Promise<number[]> {
  let claimed: number[] = [];
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const offered = await claimNext(db, adminId, after);
    claimed = offered.filter(({ is_claimed }) => is_claimed).map(({ id }) => id);
    if (claimed.length === offered.length) break;
  }
  return claimed;
}

/** Claims a case that is on the admin's screen, or renews the claim; answers when it ends. */
export async function renewClaim(
  db: Kysely<Database>,
  id: number,
  adminId: number,
): Promise<string> {
  const found = await findReviewCase(db, id);
  if (!found) throw notFound('Verification');
  if (found.decided_by !== null) {
    throw conflict(`${found.decided_by} decided this case ${found.admin_decision}.`, 'decided');
  }
  const until = await claimCase(db, id, adminId);
  if (until !== undefined) return until;
  const holder = await findHolder(db, id, adminId);
  throw conflict(`${holder ?? 'A colleague'} has this case now.`, 'claim_lost');
}

export async function releaseClaim(
  db: Kysely<Database>,
  id: number,
  adminId: number,
  isSkipped: boolean,
): Promise<void> {
  if (!(await findReviewCase(db, id))) throw notFound('Verification');
  await (isSkipped ? skip : deleteClaim)(db, id, adminId);
}
