import { database } from '../db/database.ts';
import { encryptBytes } from '../db/encrypted.ts';

/** Encrypts a file of a visit and stores it. Returns the SHA-256 of the unencrypted file in hex. */
export async function storeFile(
  visitId: string,
  bytes: Uint8Array<ArrayBuffer>,
  key: CryptoKey,
): Promise<string> {
  const sha256 = hex(await crypto.subtle.digest('SHA-256', bytes));
  const stored = { visitId, sha256, encrypted: await encryptBytes(key, bytes) };
  const trx = (await database()).transaction('photos', 'readwrite', { durability: 'strict' });
  await trx.store.put(stored);
  await trx.done;
  return sha256;
}

/** Only reports a failure, because finishing the visit deletes the file anyway. */
export const deleteFile = async (visitId: string, sha256: string) =>
  (await database()).delete('photos', [visitId, sha256]).catch(reportError);

const hex = (digest: ArrayBuffer) =>
  [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
