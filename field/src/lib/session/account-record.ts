import type { SessionUser, Tokens } from '@doorstep/contract/auth';
import { announce } from '../db/announce.ts';
import { readMeta, writeMeta } from '../db/database.ts';
import type { Encrypted } from '../db/encrypted.ts';

export interface Account {
  user: SessionUser;
  tokens: Tokens;
}

/** Who works on this phone. Their name and what opens their tasks stand behind the lock; what can only send does not. */
export interface AccountRecord {
  userId: number;
  encrypted: Encrypted<Account>;
  sendToken: string;
  /** The server knows this sign-in no more: the password is wanted, the queue waits. */
  isEnded: boolean;
}

export const readAccountRecord = () => readMeta<AccountRecord>('account');

/** Notes that the password is wanted. Tasks, visits and the queue stay. */
export async function endSignIn(): Promise<void> {
  const record = await readAccountRecord();
  if (!record || record.isEnded) return;
  await writeMeta('account', { ...record, isEnded: true });
  announce('meta');
}
