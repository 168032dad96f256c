import { refresh } from '@doorstep/contract/auth';
import { readAccount, saveAccount } from './account.ts';
import { endSignIn, readAccountRecord } from './account-record.ts';
import { call, Refusal } from './api.ts';

/** Thrown where the session has ended on the server: the password is wanted, all else stays. */
export class SignInEnded extends Error {
  override readonly name = 'SignInEnded';
}

/** Runs a call with the access token, while the lock is open; renews the token once where it has expired. */
export async function withToken<T>(attempt: (token: string) => Promise<T>): Promise<T> {
  const account = await readAccount();
  if (!account) throw new SignInEnded('Nobody is signed in.');
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
    await endSignIn();
    throw new SignInEnded('Please sign in again.', { cause: error });
  }
}

async function renew(failed: string): Promise<string> {
  const account = await readAccount();
  // Another page renewed it meanwhile.
  if (account && account.tokens.access_token !== failed) return account.tokens.access_token;
  const record = await readAccountRecord();
  if (!account || !record) throw new SignInEnded('Nobody is signed in.');
  // On a full phone this write fails before the old token is used up: using it twice would look like a stolen copy.
  await saveAccount(account, record.sendToken);
  try {
    const tokens = await call(refresh, { body: { refresh: account.tokens.refresh_token } });
    await saveAccount({ ...account, tokens }, record.sendToken);
    return tokens.access_token;
  } catch (error) {
    const isRefused = error instanceof Refusal && error.status >= 400 && error.status < 500;
    if (!isRefused || error.status === 429) throw error;
    await endSignIn();
    throw new SignInEnded('Please sign in again.', { cause: error });
  }
}
