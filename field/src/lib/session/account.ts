import type { SessionUser } from '@doorstep/contract/auth';
import { announce } from '../db/announce.ts';
import { writeMeta } from '../db/database.ts';
import { decrypt, encrypt } from '../db/encrypted.ts';
import { useStored } from '../db/use-stored.ts';
import { openKey } from '../lock/lock.ts';
import { type Account, type AccountRecord, readAccountRecord } from './account-record.ts';

/** The decrypted account; undefined where nobody is signed in. Throws Locked. */
export async function readAccount(): Promise<Account | undefined> {
  const record = await readAccountRecord();
  return record && decrypt(openKey(), record.encrypted);
}

export async function saveAccount(account: Account, sendToken: string): Promise<void> {
  const record: AccountRecord = {
    userId: account.user.id,
    encrypted: await encrypt(openKey(), account),
    sendToken,
    isEnded: false,
  };
  await writeMeta('account', record);
  announce('meta');
}

export interface AccountView {
  /** The agent; null where nobody signed in on this phone. */
  user: SessionUser | null;
  /** The password is wanted once more; work and queue stay. */
  isEnded: boolean;
}

/** The account as the screens show it, while the lock is open; undefined until it was read. */
export function useAccount(): AccountView | undefined {
  return useStored(readView, 'meta');
}

async function readView(): Promise<AccountView> {
  const record = await readAccountRecord();
  if (!record) return { user: null, isEnded: false };
  const { user } = await decrypt(openKey(), record.encrypted);
  return { user, isEnded: record.isEnded };
}
