import type { Kysely } from 'kysely';
import webPush, { type VapidKeys } from 'web-push';
import type { Database } from '../../../db/schema.ts';
import { decrypt, encrypt } from '../../../domain/secrets/encrypt.ts';

const name = 'push';
const purpose = 'keys of push messages';

/**
 * Reads the keys by which push services recognise this installation. They are created once and stored
 * encrypted with the server's secret.
 */
export async function readPushKeys({
  db,
  secret,
}: {
  db: Kysely<Database>;
  secret: Uint8Array;
}): Promise<VapidKeys> {
  const find = () =>
    db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  let row = await find();
  if (!row) {
    const made = JSON.stringify(webPush.generateVAPIDKeys());
    await db
      .insertInto('secrets')
      .values({ name, value: encrypt(secret, purpose, made) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    row = await find();
  }
  const keys = row && decrypt(secret, purpose, row.value);
  if (keys === undefined)
    throw new Error('The keys of push messages were encrypted with another secret');
  return JSON.parse(keys) as VapidKeys;
}
