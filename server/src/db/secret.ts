import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Reads the signing secret, which all servers share. The first server creates it. */
export async function readSecret(db: Kysely<Database>): Promise<Uint8Array> {
  await db
    .insertInto('secrets')
    .values({ name: 'signing', value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'signing')
    .executeTakeFirstOrThrow();
  return row.value;
}
