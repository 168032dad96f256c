import { logout, refresh, type Tokens } from '@doorstep/contract/auth';
import { announce } from '../db/announce.ts';
import { changeAll, storeNames } from '../db/database.ts';
import { lockNow } from '../lock/lock.ts';
import { endSubscription } from '../news/news.ts';
import { readAccount } from './account.ts';
import type { AccountRecord } from './account-record.ts';
import { call, Refusal } from './api.ts';

/**
 * Signs out and deletes everything that this app stored. Returns false while a visit is open, or unsent and
 * not saved to a file. Also while a call or message waits that this sign-in can still send.
 */
export async function signOut(): Promise<boolean> {
  const account = await readAccount();
  // Checks and deletes in one transaction, so that a visit started in the meantime, in any tab, is seen.
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
  // Without a network, the session on the server ends by its age. On the phone it has ended.
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
