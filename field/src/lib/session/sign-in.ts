import { login, logout, type SessionUser, type Tokens } from '@doorstep/contract/auth';
import { announce } from '../db/announce.ts';
import { database } from '../db/database.ts';
import { lockNow, setSecret } from '../lock/lock.ts';
import { sendNow } from '../sync/queue.ts';
import { saveAccount } from './account.ts';
import { readAccountRecord } from './account-record.ts';
import { call } from './api.ts';
import { withToken } from './renew.ts';

/** A sign-in of which nothing is stored yet: the PIN or passphrase has to be set first. */
export interface SignedIn {
  user: SessionUser;
  tokens: Tokens;
  sendToken: string;
}

/** Thrown where somebody else signs in while the phone still holds visits of the agent before. */
export class OtherAgentsWork extends Error {
  override readonly name = 'OtherAgentsWork';
}

/** Asks the server. Rejects with Refusal (its message is to be shown), NoAnswer or {@link OtherAgentsWork}. */
export async function signIn(email_or_mobile: string, password: string): Promise<SignedIn> {
  const answer = await call(login, {
    body: { email_or_mobile, password, app: 'field' },
    // The answer sets no session's cookie, only the one by which the server knows this phone again.
    credentials: 'same-origin',
  });
  const before = await readAccountRecord();
  if (before && before.userId !== answer.user.id && (await hasWork())) {
    throw new OtherAgentsWork('Visits of another agent are still on this phone.');
  }
  return { user: answer.user, tokens: answer.tokens, sendToken: answer.send_token ?? '' };
}

/** The first sign-in, or the one after the secret was forgotten: makes the key, then stores the account encrypted with it. */
export async function beginWork({ sendToken, ...account }: SignedIn, secret: string) {
  await setSecret(secret);
  await continueWork({ sendToken, ...account });
}

/** After the password was asked once more, with the lock open: what is on the phone stays. */
export async function continueWork({ sendToken, ...account }: SignedIn): Promise<void> {
  await saveAccount(account, sendToken);
  // Visits that waited for the password are sent now.
  sendNow();
}

/** Whether the phone holds visits that are open or that the server has not confirmed. */
async function hasWork(): Promise<boolean> {
  const db = await database();
  const outbox = await db.getAll('outbox');
  const isUnsent = outbox.some(({ receivedAt, isSavedToFile }) => !receivedAt && !isSavedToFile);
  return isUnsent || (await db.count('drafts')) > 0;
}

/** Signs out and deletes all that this app stored. False while a visit is open, or unsent and not saved to a file. */
export async function signOut(): Promise<boolean> {
  if (await hasWork()) return false;
  // Without a network the session ends on the server by its age; on the phone it ends at once.
  await withToken((token) => call(logout, { token })).catch(() => {});
  const db = await database();
  const trx = db.transaction(['tasks', 'drafts', 'outbox', 'photos', 'meta'], 'readwrite');
  for (const name of trx.objectStoreNames) await trx.objectStore(name).clear();
  await trx.done;
  lockNow();
  announce('tasks', 'drafts', 'outbox', 'photos', 'meta');
  return true;
}
