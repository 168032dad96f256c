import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { decrypt, encrypt } from './encrypt.ts';

export interface SecretStore {
  db: Kysely<Database>;
  secret: Uint8Array;
}

/** Reads a secret that all servers share. The first call creates the secret and stores it encrypted. */
export async function getOrCreateSecret(
  { db, secret }: SecretStore,
  { name, purpose }: { name: string; purpose: string },
  make: () => Promise<string> | string,
): Promise<string> {
  const find = () =>
    db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  let row = await find();
  if (!row) {
    await db
      .insertInto('secrets')
      .values({ name, value: encrypt(secret, purpose, await make()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    row = await find();
  }
  const found = row && decrypt(secret, purpose, row.value);
  if (found === undefined)
    throw new Error(`The secret of this server can't decrypt the stored ${name}`);
  return found;
}
