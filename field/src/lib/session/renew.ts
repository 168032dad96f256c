import { refresh } from '@doorstep/contract/auth';
import { decrypt } from '../db/encrypted.ts';
import { openKey } from '../lock/lock.ts';
import { accountRecord } from './account.ts';
import { changeSignIn, endSignIn, readAccountRecord } from './account-record.ts';
import { call, Refusal } from './api.ts';

export class SignInEnded extends Error {
  override readonly name = 'SignInEnded';
}

/**
 * Calls `attempt` with the access token. If the token has expired, renews it and calls `attempt` again.
 * Throws Locked, or {@link SignInEnded} if the password is needed.
 */
export async function withToken<T>(attempt: (token: string) => Promise<T>): Promise<T> {
  const { account, sendToken } = await readSignIn();
  const { access_token } = account.tokens;
  try {
    return await attempt(access_token);
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 401)) throw error;
  }
  const token = await navigator.locks.request('doorstep-field-renew', () => renew(access_token));
  try {
    return await attempt(token);
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 401)) throw error;
    await endSignIn(sendToken);
    throw new SignInEnded('Please sign in again.', { cause: error });
  }
}

async function readSignIn() {
  const record = await readAccountRecord();
  if (!record) throw new SignInEnded('Nobody is signed in.');
  return { account: await decrypt(openKey(), record.encrypted), sendToken: record.sendToken };
}

async function renew(failed: string): Promise<string> {
  const { account, sendToken } = await readSignIn();
  // Takes the key before the call, because the app may be locked before the answer arrives. The new tokens
  // must be stored even then, because the server may not accept the old tokens again.
  const key = openKey();
  // Another page has already renewed the token.
  if (account.tokens.access_token !== failed) return account.tokens.access_token;
  // Writes once before the call, so that a full phone fails before it uses the old token. The server may
  // treat a second use of a token as theft.
  await changeSignIn(sendToken, (record) => record);
  try {
    const tokens = await call(refresh, { body: { refresh: account.tokens.refresh_token } });
    const renewed = await accountRecord({ ...account, tokens }, sendToken, key);
    await changeSignIn(sendToken, () => renewed);
    return tokens.access_token;
  } catch (error) {
    const isRefused = error instanceof Refusal && error.status >= 400 && error.status < 500;
    if (!isRefused || error.status === 429) throw error;
    await endSignIn(sendToken);
    throw new SignInEnded('Please sign in again.', { cause: error });
  }
}
