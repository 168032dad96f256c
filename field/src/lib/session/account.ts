import type { SessionUser } from '@doorstep/contract/auth';
import { announce } from '../db/announce.ts';
import { decrypt, encrypt } from '../db/encrypted.ts';
import { useStored } from '../db/use-stored.ts';
import { openKey, putIfCurrentKey } from '../lock/lock.ts';
import {
  type Account,
  type AccountRecord,
  type ClosedAccount,
  readAccountRecord,
} from './account-record.ts';

/** Returns undefined if the phone has no account, such as before the first sign-in. Throws Locked. */
export async function readAccount(): Promise<Account | undefined> {
  const record = await readAccountRecord();
  return record && decrypt(openKey(), record.encrypted);
}

/** Stores nothing if another page has replaced the current key. */
export async function saveAccount(account: Account, sendToken: string): Promise<void> {
  const key = openKey();
  await putIfCurrentKey(key, 'account', await accountRecord(account, sendToken, key));
  announce('meta');
}

export const accountRecord = async (
  account: Account,
  sendToken: string,
  key: CryptoKey,
): Promise<AccountRecord> => ({
  userId: account.user.id,
  encrypted: await encrypt(key, account),
  sendToken,
  isEnded: false,
});

export interface AccountView {
  /** Null if the phone has no account. */
  user: SessionUser | null;
  isEnded: boolean;
  closed: ClosedAccount | undefined;
}

export function useAccount(): AccountView | undefined {
  return useStored(readView, 'meta');
}

async function readView(): Promise<AccountView> {
  const record = await readAccountRecord();
  if (!record) return { user: null, isEnded: false, closed: undefined };
  const { user } = await decrypt(openKey(), record.encrypted);
  return { user, isEnded: record.isEnded, closed: record.closed };
}
