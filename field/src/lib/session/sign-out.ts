import { logout, refresh, type Tokens } from '@doorstep/contract/auth';
import { announce } from '../db/announce.ts';
import { changeAll, storeNames } from '../db/database.ts';
import { lockNow } from '../lock/lock.ts';
import { endSubscription } from '../news/news.ts';
import { readAccount } from './account.ts';
import type { AccountRecord } from './account-record.ts';
import { call, Refusal } from './api.ts';

/**
 * Deletes everything in the app's database. Returns false if this would lose an open visit or an unsent visit
 * that is not saved to a file. Also returns false if a call or message is left that this sign-in can still
 * send.
 */
export async function signOut(): Promise<boolean> {
  const account = await readAccount();
  // Checks and deletes in one transaction. Otherwise, a visit that another tab starts after the check would
  // be deleted.
  const trx = await changeAll();
  const outbox = await trx.objectStore('outbox').getAll();
  const isUnsent = outbox.some(({ receivedAt, isSavedToFile }) => !receivedAt && !isSavedToFile);
  if (isUnsent || (await trx.objectStore('drafts').count()) > 0) return false;
  const isWaiting = ({ state }: { state: string }) => state === 'waiting';
  const calls = await trx.objectStore('calls').getAll();
  const messages = await trx.objectStore('messages').getAll();
  const isNoteUnsent = calls.some(isWaiting) || messages.some(isWaiting);
  const record = (await trx.objectStore('meta').get('account')) as AccountRecord | undefined;
  if (isNoteUnsent && record?.isEnded === false) return false;
  for (const name of storeNames) await trx.objectStore(name).clear();
  await trx.done;
  lockNow();
  announce(...storeNames);
  // Does not wait for the server. Without a network, the session on the server ends when it expires.
  if (account) void endSession(account.tokens).catch(() => {});
  void endSubscription().catch(() => {});
  return true;
}

async function endSession({ access_token, refresh_token }: Tokens): Promise<void> {
  try {
    await call(logout, { token: access_token });
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 401)) throw error;
    const renewed = await call(refresh, { body: { refresh: refresh_token } });
    await call(logout, { token: renewed.access_token });
  }
}
