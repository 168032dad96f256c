import type { SessionUser, Tokens } from '@doorstep/contract/auth';
import { announce } from '../db/announce.ts';
import { database, readMeta } from '../db/database.ts';
import type { Encrypted } from '../db/encrypted.ts';

export interface Account {
  user: SessionUser;
  tokens: Tokens;
}

/** Who works on this phone. The name and the tokens that read tasks are encrypted; the token that can only send is not. */
export interface AccountRecord {
  userId: number;
  encrypted: Encrypted<Account>;
  sendToken: string;
  /** The session has ended on the server: the password is wanted, the queue waits. */
  isEnded: boolean;
  /** Set once the server has said so, after the right password. */
  closed?: ClosedAccount;
}

/** An account that the office has deactivated. */
export interface ClosedAccount {
  /** The number to call; null where the office has set none. */
  officePhone: string | null;
}

export const readAccountRecord = () => readMeta<AccountRecord>('account');

/** Notes that the password is wanted. Tasks, visits and the queue stay. */
export const endSignIn = (sendToken: string): Promise<void> =>
  changeSignIn(sendToken, (record) => ({ ...record, isEnded: true }));

/** Changes the record of the sign-in that has this token; one that was stored meanwhile stays as it is. */
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
