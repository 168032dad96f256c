import type { SessionUser, Tokens } from '@doorstep/contract/auth';
import { announce } from '../db/announce.ts';
import { database, readMeta } from '../db/database.ts';
import type { Encrypted } from '../db/encrypted.ts';

export interface Account {
  user: SessionUser;
  tokens: Tokens;
}

/**
 * The record of the agent who works on this phone. `sendToken` can only send, so it is not encrypted and
 * works while locked.
 */
export interface AccountRecord {
  userId: number;
  encrypted: Encrypted<Account>;
  sendToken: string;
  /** Whether the session has ended on the server. If so, sending waits until the agent signs in again. */
  isEnded: boolean;
  closed?: ClosedAccount;
}

/** The office deactivated the agent. */
export interface ClosedAccount {
  /** Null if the office has set no number. */
  officePhone: string | null;
}

export const readAccountRecord = () => readMeta<AccountRecord>('account');

export const endSignIn = (sendToken: string): Promise<void> =>
  changeSignIn(sendToken, (record) => ({ ...record, isEnded: true }));

/** Changes nothing if the record belongs to a newer sign-in, which has another send token. */
export async function changeSignIn(
  sendToken: string,
  change: (record: AccountRecord) => AccountRecord,
): Promise<void> {
  const trx = (await database()).transaction('meta', 'readwrite');
  const record = (await trx.store.get('account')) as AccountRecord | undefined;
  if (record?.sendToken === sendToken) await trx.store.put(change(record), 'account');
  await trx.done;
  announce('meta');
}
