import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { badRequest } from '../../problems.ts';
import { decrypt, encrypt } from './encrypt.ts';

const name = 'visits';
const purpose = 'identity of visits';

interface Holder {
  db: Kysely<Database>;
  secret: Uint8Array;
}

/**
 * Reads the identity that visits are encrypted to. It is created once, stored encrypted with the server's
 * secret, and shared by all servers.
 */
async function readIdentity({ db, secret }: Holder): Promise<string> {
  const find = () =>
    db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  let row = await find();
  if (!row) {
    await db
      .insertInto('secrets')
      .values({ name, value: encrypt(secret, purpose, await generateX25519Identity()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    row = await find();
  }
  const identity = row && decrypt(secret, purpose, row.value);
  if (identity === undefined)
    throw new Error('The key of visits was encrypted with another secret');
  return identity;
}

/** Returns the age recipient to which a phone encrypts a finished visit. */
export const readRecipient = async (holder: Holder): Promise<string> =>
  identityToRecipient(await readIdentity(holder));

const header = Buffer.from('age-encryption.org/v1\n');

/** Returns whether bytes are encrypted, by their first bytes. */
export const isEnvelope = (bytes: Uint8Array): boolean =>
  header.equals(bytes.subarray(0, header.length));

/**
 * The longest head of an envelope in bytes. A phone names one recipient, in under 200 bytes. Each further one
 * costs a multiplication on the curve, and a photo's size has room for 100,000.
 */
const longestHead = 2_048;

/** Decrypts bytes that a phone encrypted to {@link readRecipient}. Anything else is a 400. */
export async function openEnvelope(holder: Holder, bytes: Uint8Array): Promise<Uint8Array> {
  const damaged = () => badRequest('The encrypted data is damaged.', 'unreadable_envelope');
  if (!Buffer.from(bytes.subarray(0, longestHead)).includes('\n--- ')) throw damaged();
  const decrypter = new Decrypter();
  decrypter.addIdentity(await readIdentity(holder));
  try {
    return await decrypter.decrypt(bytes);
  } catch (error) {
    const isForAnother = error instanceof Error && error.message.startsWith('no identity matched');
    throw isForAnother
      ? badRequest('This was not encrypted with the key of this server.', 'foreign_envelope')
      : damaged();
  }
}
