import { randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Kysely } from 'kysely';
import type { Config } from '../../../config.ts';
import type { Actor } from '../../../db/audit/record.ts';
import type { Database } from '../../../db/schema.ts';
import { forbidden } from '../../../problems.ts';
import { digest } from '../sessions/session-store.ts';
import { addAccount, type NewAccount, prepareAccount } from './account-service.ts';
import { hasSuperAdmin, isSetupCode, saveSetupCode, spendSetupCode } from './account-store.ts';

/** Returns the address at which this machine reaches a server that listens on `host`. */
function addressOf({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const isAny = /^[0:.]+$/.test(host);
  const name = isAny ? '127.0.0.1' : isIPv6(host) ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/**
 * Returns the command that creates the first super admin; undefined if a super admin exists. Each call
 * makes a new code: an earlier code can't be shown again, because only its digest is stored.
 */
export async function ensureSetupCode({
  db,
  config,
}: {
  db: Kysely<Database>;
  config: Pick<Config, 'host' | 'port' | 'demo'>;
}): Promise<string | undefined> {
  if (await hasSuperAdmin(db, config.demo)) return undefined;
  const code = randomBytes(18).toString('base64url');
  await saveSetupCode(db, digest(code));
  return `npm run create-super-admin -- --server ${addressOf(config)} --code=${code}`;
}

const wrongCode = () =>
  forbidden('This set-up code is wrong or was already used. Restart the server to get a new code.');

/**
 * Throws a 403 for a wrong set-up code. Runs before the password is hashed, so that wrong guesses cost the
 * server little.
 */
export async function checkSetupCode(db: Kysely<Database>, code: string): Promise<void> {
  if (!(await isSetupCode(db, digest(code)))) throw wrongCode();
}

export async function createFirstSuperAdmin(
  db: Kysely<Database>,
  actor: Actor,
  { code, ...person }: { code: string } & Omit<NewAccount, 'is_admin' | 'is_superadmin'>,
) {
  const account = await prepareAccount({ ...person, is_admin: true, is_superadmin: true });
  return db.transaction().execute(async (trx) => {
    if (!(await spendSetupCode(trx, digest(code)))) throw wrongCode();
    return addAccount(trx, actor, account);
  });
}
