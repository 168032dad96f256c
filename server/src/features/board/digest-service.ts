import type { Board } from '@doorstep/contract/board';
import type { Digest } from '@doorstep/contract/board/digest';
import type { Db } from '../../db/connection.ts';
import { hasLenders } from '../../domain/lenders.ts';
import type { SignedIn } from '../../http/access/authentication.ts';
import { claimDigest } from './digest-store.ts';

/**
 * Returns today's digest: the counts of work that needs attention. Returns null if there is no lender or no
 * such work, if the user has dismissed the digest, or if another session of the user asked first today.
 */
export async function openDigestOf(
  db: Db,
  { id, sessionId }: Pick<SignedIn, 'id' | 'sessionId'>,
  timeZone: string,
  readBoard: () => Promise<Board>,
): Promise<Digest | null> {
  if (!(await hasLenders(db))) return null;
  const day = Temporal.Now.plainDateISO(timeZone).toString();
  if (!(await claimDigest(db, { user_id: id, session_id: sessionId, day }))) return null;
  const { late, due_soon, attention } = await readBoard();
  // If the last lender was deleted after the check above, the board has no due times, and there is no digest.
  if (late === undefined || due_soon === undefined) return null;
  const digest = {
    ...{ late, due_soon },
    held: attention.held.count,
    given_back: attention.given_back.count,
  };
  return Object.values(digest).some((count) => count > 0) ? digest : null;
}
