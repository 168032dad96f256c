import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { sessionRules } from '../../../config/sessions.ts';
import type { Db } from '../../../db/connection.ts';
import type { Database } from '../../../db/schema.ts';
import { networkOf } from '../../../http/access/network-of.ts';
import { tooMany } from '../../../problems.ts';

/**
 * The limit for wrong passwords and codes. After `failures` failures, the next sign-in must wait four
 * seconds. Each further failure doubles the wait, up to `seconds`. For each period of `seconds` without a
 * sign-in attempt, one failure is forgotten.
 */
interface Allowance {
  failures: number;
  seconds: number;
}

export interface AttemptKey {
  key: string;
  allowance: Allowance;
}

const account: Allowance = {
  failures: sessionRules.wrongPerAccount,
  seconds: sessionRules.wrongPerAccountSeconds,
};
// The limit is high, because a whole office, and in India a whole neighbourhood, may share one address.
const network: Allowance = {
  failures: sessionRules.wrongPerNetwork,
  seconds: sessionRules.wrongPerNetworkSeconds,
};
// Counts the failures of one account from all unknown browsers. After the allowed failures, only about one
// guess a minute is possible, however many addresses the attacker uses.
const anywhere = network;

export function accountKey(userId: number, step: string): AttemptKey {
  return { key: `user:${userId}|${step}`, allowance: account };
}

function networkKey(ip: string): AttemptKey {
  return { key: `address:${networkOf(ip)}`, allowance: network };
}

/**
 * Returns the keys that count sign-in attempts with a code. Only a caller who knows the password can send a
 * code, so strangers can't lock the owner out. Sign-in attempts on a device that has signed in to the account
 * before count only for this device.
 */
export function codeKeys(userId: number, ip: string, device: string | undefined): AttemptKey[] {
  if (device !== undefined) return [accountKey(userId, `device:${device}|code`)];
  return [accountKey(userId, 'code'), networkKey(ip)];
}

/**
 * Returns the keys that count a sign-in attempt: the account in this network, the network, and the account
 * anywhere. Sign-in attempts on a device that has signed in to the account before count only for this device.
 * So the owner can sign in on this device, even after other people's failures at the same address.
 */
export function attemptKeys(attempt: {
  userId: number | undefined;
  typed: string;
  ip: string;
  device: string | undefined;
}): AttemptKey[] {
  const { userId, device } = attempt;
  if (userId !== undefined && device !== undefined) {
    return [accountKey(userId, `device:${device}`)];
  }
  const own = networkOf(attempt.ip);
  // A name without an account is stored only as a hash, because users may type a password into this field.
  const who =
    userId === undefined
      ? `nobody:${hash('sha256', attempt.typed, 'base64url')}`
      : `user:${userId}`;
  return [
    { key: `${who}|${own}`, allowance: account },
    networkKey(attempt.ip),
    { key: `${who}|anywhere`, allowance: anywhere },
  ];
}

// Uses clock_timestamp(), because now() is the start of the transaction, which may have waited for another
// sign-in attempt.
const clock = sql`clock_timestamp()`;
const elapsed = sql<number>`extract(epoch from ${clock} - f.last_at)`;
const remembered = ({ seconds }: Allowance) =>
  sql<number>`greatest(0, f.failures - floor(${elapsed} / ${seconds}::int))::int`;
const wait = ({ failures, seconds }: Allowance) =>
  sql<number>`case when f.failures < ${failures}::int then 0
    else least(${seconds}::int, power(2, least(f.failures - ${failures}::int + 2, 20))) end`;

/**
 * Counts a sign-in attempt as failed before its password or code is checked, so that simultaneous sign-in
 * attempts can't bypass the limit. Throws a 429 if the sign-in attempt comes too early. If it succeeds,
 * {@link forgiveAttempt} removes the failure.
 */
export function countAttempt(db: Kysely<Database>, keys: AttemptKey[]): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await forgetOldFailures(trx);
    for (const { key, allowance } of keys) {
      const { rows } = await sql`
        insert into sign_in_failures as f (key, failures, last_at) values (${key}, 1, ${clock})
        on conflict (key) do update set failures = ${remembered(allowance)} + 1, last_at = ${clock}
        where ${elapsed} >= ${wait(allowance)}
        returning f.key`.execute(trx);
      if (rows.length === 0) throw tooMany(await secondsLeft(trx, key, allowance));
    }
  });
}

async function secondsLeft(db: Db, key: string, allowance: Allowance): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select ceil(${wait(allowance)} - ${elapsed})::int as left
    from sign_in_failures f where f.key = ${key}`.execute(db);
  return Math.max(1, rows[0]?.left ?? 1);
}

/**
 * Deletes up to ten rows older than a day. A sign-in attempt adds at most three rows, so old rows don't pile
 * up.
 */
async function forgetOldFailures(db: Db): Promise<void> {
  const old = db
    .selectFrom('sign_in_failures')
    .select('key')
    .where('last_at', '<', sql<string>`now() - interval '1 day'`)
    .orderBy('last_at')
    .limit(10)
    .forUpdate()
    .skipLocked();
  await db.deleteFrom('sign_in_failures').where('key', 'in', old).execute();
}

/**
 * Deletes the first key's count. The other counts go down by one only, because they may include sign-in
 * attempts by other people.
 */
export async function forgiveAttempt(db: Db, [own, ...shared]: AttemptKey[]): Promise<void> {
  if (own) await db.deleteFrom('sign_in_failures').where('key', '=', own.key).execute();
  for (const { key } of shared) {
    await db
      .updateTable('sign_in_failures')
      .set((eb) => ({ failures: sql<number>`greatest(0, ${eb.ref('failures')} - 1)` }))
      .where('key', '=', key)
      .execute();
  }
}

export async function forgiveAccount(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('key', 'like', `user:${userId}|%`).execute();
}
