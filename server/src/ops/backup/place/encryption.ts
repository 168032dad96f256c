import { createHmac } from 'node:crypto';
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { CannotStart } from '../../../db/cannot-start.ts';
import { BlobMissing, type BlobStore } from '../../../storage/blobs/blob-store.ts';
import { BackupDamaged } from './damaged.ts';

export interface Encryption {
  /**
   * Returns the name under which content with this hash is stored. With encryption, the name doesn't reveal
   * the hash.
   */
  nameOf(sha256: string): string;
  encrypt(bytes: Uint8Array): Promise<Uint8Array>;
  /**
   * With encryption, throws {@link BackupDamaged} if the bytes are damaged or were not encrypted for this
   * place.
   */
  decrypt(name: string, bytes: Uint8Array): Promise<Uint8Array>;
}

const none: Encryption = {
  nameOf: (sha256) => sha256,
  encrypt: async (bytes) => bytes,
  decrypt: async (_, bytes) => bytes,
};

const identityFile = 'identity.age';
/**
 * The file in which releases before 0.2 stored the salt of their encryption, and a value to check the
 * passphrase. If this file exists, this release can't use the place.
 */
const oldKeyFile = 'key';
/**
 * The cost of scrypt (N = 2^15), about 0.3 s. A backup runs scrypt only once, because the passphrase encrypts
 * a key, and this key encrypts all pieces of the backup.
 */
const workFactor = 15;

/**
 * Opens the encryption of a backup place. The first backup at the place determines whether the place has a
 * passphrase, and which one.
 */
export async function encryptionOf(
  store: BlobStore,
  passphrase: string | undefined,
  { isNew = false } = {},
): Promise<Encryption> {
  if (await store.exists(oldKeyFile)) {
    throw new CannotStart(
      'A Doorstep before 0.2 encrypted these backups. Restore them with that version, and store new backups in another place',
    );
  }
  const kept = await store.get(identityFile).catch((error: unknown) => {
    if (error instanceof BlobMissing) return undefined;
    throw error;
  });
  if (kept === undefined && passphrase === undefined) return none;
  if (passphrase === undefined) {
    throw new CannotStart(
      'These backups are encrypted. Give the passphrase with --passphrase-file or BACKUP_PASSPHRASE_FILE',
    );
  }
  if (kept) return encryptionWith(await readIdentity(kept, passphrase));
  if (!isNew) {
    throw new CannotStart(
      'The backups in this place are not encrypted. Use another place for encrypted backups, or leave the passphrase out',
    );
  }
  const identity = await generateIdentity();
  const locked = new Encrypter();
  locked.setPassphrase(passphrase);
  locked.setScryptWorkFactor(workFactor);
  await store.put(identityFile, await locked.encrypt(identity));
  return encryptionWith(identity);
}

async function readIdentity(kept: Uint8Array, passphrase: string): Promise<string> {
  const locked = new Decrypter();
  locked.addPassphrase(passphrase);
  try {
    return await locked.decrypt(kept, 'text');
  } catch (cause) {
    throw new CannotStart('Wrong passphrase for these backups', { cause });
  }
}

async function encryptionWith(identity: string): Promise<Encryption> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(identity));
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return {
    nameOf: (sha256) => createHmac('sha256', identity).update(sha256).digest('hex'),
    encrypt: (bytes) => encrypter.encrypt(bytes),
    decrypt: (name, bytes) =>
      decrypter.decrypt(bytes).catch((cause: unknown) => {
        throw new BackupDamaged(name, { cause });
      }),
  };
}
