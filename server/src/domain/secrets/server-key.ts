import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { badRequest } from '../../problems.ts';
import { getOrCreateSecret, type SecretStore } from './stored-secret.ts';

const readIdentity = (store: SecretStore): Promise<string> =>
  getOrCreateSecret(
    store,
    { name: 'visits', purpose: 'identity of visits' },
    generateX25519Identity,
  );

/** Returns the age recipient to which a phone encrypts a finished visit. */
export const readRecipient = async (store: SecretStore): Promise<string> =>
  identityToRecipient(await readIdentity(store));

const header = Buffer.from('age-encryption.org/v1\n');

export const isEnvelope = (bytes: Uint8Array): boolean =>
  header.equals(bytes.subarray(0, header.length));

/**
 * The maximum length of an envelope's head, in bytes. A phone names one recipient, in less than 200 bytes.
 * Each further recipient costs an elliptic-curve multiplication. Without this limit, an envelope as large
 * as a photo could name 100,000 recipients.
 */
const longestHead = 2_048;

/** Decrypts bytes that a phone encrypted to {@link readRecipient}. Throws a 400 for all other bytes. */
export async function openEnvelope(store: SecretStore, bytes: Uint8Array): Promise<Uint8Array> {
  const damaged = () => badRequest('The encrypted data is damaged.', 'unreadable_envelope');
  if (!Buffer.from(bytes.subarray(0, longestHead)).includes('\n--- ')) throw damaged();
  const decrypter = new Decrypter();
  decrypter.addIdentity(await readIdentity(store));
  try {
    return await decrypter.decrypt(bytes);
  } catch (error) {
    const isForAnother = error instanceof Error && error.message.startsWith('no identity matched');
    throw isForAnother
      ? badRequest('The data was not encrypted with the key of this server.', 'foreign_envelope')
      : damaged();
  }
}
