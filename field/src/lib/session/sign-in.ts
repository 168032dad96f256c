import { login, type SessionUser, type Tokens } from '@doorstep/contract/auth';
import { readAccountName } from '@doorstep/contract/text/account-name';
import { changeAll, ignoreFull, type WholeTransaction } from '../db/database.ts';
import { deleteWork, setSecret } from '../lock/lock.ts';
import { sendSoon } from '../sync/queue.ts';
import { accountRecord, readAccount, saveAccount } from './account.ts';
import { type ClosedAccount, changeSignIn, readAccountRecord } from './account-record.ts';
import { call } from './api.ts';

/** A sign-in of which nothing is stored yet: the PIN or passphrase has to be set first. */
export interface SignedIn {
  user: SessionUser;
  tokens: Tokens;
  sendToken: string;
  /** Whether the phone is another agent's so far. */
  isOther: boolean;
}

/** Thrown where the phone still holds visits that this sign-in would lose, or send as somebody else's. */
export class OtherAgentsWork extends Error {
  override readonly name = 'OtherAgentsWork';
}

/** Asks the server; changes nothing on the phone. Rejects with Refusal (its message is to be shown), NoAnswer or {@link OtherAgentsWork}. */
export async function signIn(email_or_mobile: string, password: string): Promise<SignedIn> {
  const answer = await call(login, {
    body: { email_or_mobile, password, app: 'field' },
    // The answer sets no session's cookie, only the one by which the server knows this phone again.
    credentials: 'same-origin',
  });
  const before = await readAccountRecord();
  const isOther = before !== undefined && before.userId !== answer.user.id;
  if (isOther) await refuseOthersWork(await changeAll());
  const { user, tokens, send_token: sendToken = '' } = answer;
  return { user, tokens, sendToken, isOther };
}

/**
 * The first sign-in of an agent on this phone, or the one after the secret was forgotten. What the key before encrypted is deleted,
 * and all of another agent; the account is stored with the new key. Rejects with {@link OtherAgentsWork}.
 */
export async function beginWork(signedIn: SignedIn, secret: string): Promise<void> {
  const { user, tokens, sendToken } = signedIn;
  await setSecret(secret, async (lock, key) => {
    const account = await accountRecord({ user, tokens }, sendToken, key);
    const trx = await changeAll();
    const meta = trx.objectStore('meta');
    const before = (await meta.get('account')) as typeof account | undefined;
    if (before && before.userId !== user.id) {
      await refuseOthersWork(trx);
      // This phone's id too: the server knows it as the other agent's.
      for (const name of trx.objectStoreNames) await trx.objectStore(name).clear();
    } else await deleteWork(trx);
    await meta.delete('lostAt');
    await meta.put(account, 'account');
    await meta.put(lock, 'lock');
    await trx.done;
  });
  sendSoon();
}

/** After the same agent's password was asked once more, with the lock open: what is on the phone stays. */
export async function continueWork({ user, tokens, sendToken }: SignedIn): Promise<void> {
  await saveAccount({ user, tokens }, sendToken);
  // Visits that waited for the password are sent now.
  sendSoon();
}

/** Notes that the account is closed, where it is this phone's: another agent may have tried to sign in. Throws Locked. */
export async function noteClosed(typed: string, closed: ClosedAccount): Promise<void> {
  const [record, account] = await Promise.all([readAccountRecord(), readAccount()]);
  const { field, value } = readAccountName(typed);
  if (!record || account?.user[field] !== value) return;
  await changeSignIn(record.sendToken, (before) => ({ ...before, isEnded: true, closed })).catch(
    ignoreFull,
  );
}

/**
 * Open visits count even where the PIN was forgotten: only their own agent may give them up. So do visits that were saved to a
 * file: sent with another agent's token they might count as that agent's.
 */
async function refuseOthersWork(trx: WholeTransaction): Promise<void> {
  const outbox = await trx.objectStore('outbox').getAll();
  const open = await trx.objectStore('drafts').count();
  if (open === 0 && outbox.every(({ receivedAt }) => receivedAt !== null)) return;
  throw new OtherAgentsWork('Visits of another agent are still on this phone.');
}
