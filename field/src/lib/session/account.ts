import type { SessionUser } from '@doorstep/contract/auth';
import { announce } from '../db/announce.ts';
import { decrypt, encrypt } from '../db/encrypted.ts';
import { useStored } from '../db/use-stored.ts';
import { openKey, putIfStillKept } from '../lock/lock.ts';
import {
  type Account,
  type AccountRecord,
  type ClosedAccount,
  readAccountRecord,
} from './account-record.ts';

/** The decrypted account; undefined where nobody is signed in. Throws Locked. */
export async function readAccount(): Promise<Account | undefined> {
  const record = await readAccountRecord();
  return record && decrypt(openKey(), record.encrypted);
}

/** Stores the account of the open lock, unless another page has replaced that lock meanwhile. */
export async function saveAccount(account: Account, sendToken: string): Promise<void> {
  const key = openKey();
  await putIfStillKept(key, 'account', await accountRecord(account, sendToken, key));
  announce('meta');
}

/** The account as it is stored, encrypted with a key. */
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
  /** The agent; null where nobody signed in on this phone. */
  user: SessionUser | null;
  /** The password is wanted once more; work and queue stay. */
  isEnded: boolean;
  closed: ClosedAccount | undefined;
}

/** The account as the screens show it, while the lock is open; undefined until it was read. */
export function useAccount(): AccountView | undefined {
  return useStored(readView, 'meta');
}

async function readView(): Promise<AccountView> {
  const record = await readAccountRecord();
  if (!record) return { user: null, isEnded: false, closed: undefined };
  const { user } = await decrypt(openKey(), record.encrypted);
  return { user, isEnded: record.isEnded, closed: record.closed };
}
