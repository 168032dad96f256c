import { login, type SessionUser, type Tokens } from '@doorstep/contract/auth';
import type { Language } from '@doorstep/contract/languages';
import { readAccountName } from '@doorstep/contract/text/account-name';
import { changeAll, ignoreFull, type WholeTransaction } from '../db/database.ts';
import { deleteWork, setSecret } from '../lock/lock.ts';
import { sendSoon } from '../sync/queue.ts';
import { accountRecord, readAccount, saveAccount } from './account.ts';
import { showLanguageOfAccount } from './account-language.ts';
import { type ClosedAccount, changeSignIn, readAccountRecord } from './account-record.ts';
import { call } from './api.ts';

/** A sign-in that is not stored yet. On a new phone, the PIN or passphrase must be set first. */
export interface SignedIn {
  user: SessionUser;
  tokens: Tokens;
  sendToken: string;
  /** Whether the phone still belongs to another agent. */
  isOther: boolean;
  /** Null if no language was chosen for the account. */
  language: Language | null | undefined;
}

/**
 * Thrown if the phone has another agent's open visits, or unsent visits, calls or messages. This sign-in
 * would delete them, or send them as this agent's own.
 */
export class OtherAgentsWork extends Error {
  override readonly name = 'OtherAgentsWork';
}

/**
 * Signs in at the server without changing the phone. Rejects with Refusal (the screen shows its message),
 * NoAnswer or {@link OtherAgentsWork}.
 */
export async function signIn(email_or_mobile: string, password: string): Promise<SignedIn> {
  const answer = await call(login, {
    body: { email_or_mobile, password, app: 'field' },
    // The answer sets no session cookie, only the cookie that identifies this phone to the server.
    credentials: 'same-origin',
  });
  const before = await readAccountRecord();
  const isOther = before !== undefined && before.userId !== answer.user.id;
  if (isOther) await assertNoOthersWork(await changeAll());
  const { user, tokens, send_token: sendToken = '', language } = answer;
  return { user, tokens, sendToken, isOther, language };
}

/**
 * Completes an agent's first sign-in on this phone, or the sign-in after a forgotten secret. Deletes all data
 * of another agent, or the work of the same agent that only the forgotten key could read. Rejects with
 * {@link OtherAgentsWork}.
 */
export async function beginWork(signedIn: SignedIn, secret: string): Promise<void> {
  const { user, tokens, sendToken, language } = signedIn;
  await setSecret(secret, async (lock, key) => {
    const account = await accountRecord({ user, tokens }, sendToken, key);
    const trx = await changeAll();
    const meta = trx.objectStore('meta');
    const before = (await meta.get('account')) as typeof account | undefined;
    if (before && before.userId !== user.id) {
      await assertNoOthersWork(trx);
      // This also deletes the phone's id, which the server has registered for the other agent.
      for (const name of trx.objectStoreNames) await trx.objectStore(name).clear();
    } else await deleteWork(trx);
    await meta.delete('lostAt');
    await meta.put(account, 'account');
    await meta.put(lock, 'lock');
    await trx.done;
  });
  await showLanguageOfAccount(language);
  sendSoon();
}

/** Completes a repeated sign-in of the same agent while unlocked. The phone's data stays. */
export async function continueWork(signedIn: SignedIn): Promise<void> {
  const { user, tokens, sendToken, language } = signedIn;
  await saveAccount({ user, tokens }, sendToken);
  await showLanguageOfAccount(language);
  // Sends everything that waited for the password.
  sendSoon();
}

/**
 * Records on the phone that the office closed the account `typed`. Does nothing if the phone belongs to
 * another account. Throws Locked.
 */
export async function noteClosed(typed: string, closed: ClosedAccount): Promise<void> {
  const [record, account] = await Promise.all([readAccountRecord(), readAccount()]);
  const { field, value } = readAccountName(typed);
  if (!record || account?.user[field] !== value) return;
  await changeSignIn(record.sendToken, (before) => ({ ...before, isEnded: true, closed })).catch(
    ignoreFull,
  );
}

/**
 * Open visits count as the other agent's work even after a forgotten PIN, because only their own agent may
 * delete them. Visits saved to a file count too, because another agent's sign-in would send them.
 */
async function assertNoOthersWork(trx: WholeTransaction): Promise<void> {
  const outbox = await trx.objectStore('outbox').getAll();
  const open = await trx.objectStore('drafts').count();
  const messages = await trx.objectStore('messages').getAll();
  const calls = await trx.objectStore('calls').getAll();
  const isUnsent = [...messages, ...calls].some(({ state }) => state === 'waiting');
  if (open === 0 && !isUnsent && outbox.every(({ receivedAt }) => receivedAt !== null)) return;
  throw new OtherAgentsWork('Work of another agent is still on this phone.');
}
