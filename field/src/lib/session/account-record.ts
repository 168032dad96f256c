import type { SessionUser, Tokens } from '@doorstep/contract/auth';
import { announce } from '../db/announce.ts';
import { database, readMeta } from '../db/database.ts';
import type { Encrypted } from '../db/encrypted.ts';

export interface Account {
  user: SessionUser;
  tokens: Tokens;
}

/**
 * The record of the agent who works on this phone. The name and the tokens that can read tasks are
 * encrypted. The token that can only send is not encrypted.
 */
export interface AccountRecord {
  userId: number;
  encrypted: Encrypted<Account>;
  sendToken: string;
  /** Whether the session has ended on the server. If so, the password is needed, and the queue waits. */
  isEnded: boolean;
  /** Set if the server reports a closed account after the right password. */
  closed?: ClosedAccount;
}

/** A closed account: the office deactivated the agent. */
export interface ClosedAccount {
  /** The number to call; null if the office has set none. */
  officePhone: string | null;
}

export const readAccountRecord = () => readMeta<AccountRecord>('account');

/** Records that the password is needed. Tasks, visits and the queue stay. */
export const endSignIn = (sendToken: string): Promise<void> =>
  changeSignIn(sendToken, (record) => ({ ...record, isEnded: true }));

/** Changes the account record with this send token. The record of a newer sign-in stays unchanged. */
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
