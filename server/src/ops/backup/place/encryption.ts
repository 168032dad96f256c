import { createHmac } from 'node:crypto';
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { CannotStart } from '../../../db/cannot-start.ts';
import { BlobMissing, type BlobStore } from '../../../storage/blobs/blob-store.ts';
import { BackupDamaged } from './damaged.ts';

/** How a backup's bytes are encrypted: not at all, or in the format of age (age-encryption.org). */
export interface Encryption {
  /** The name under which content with this hash is kept; a place with encryption doesn't show hashes. */
  nameOf(sha256: string): string;
  encrypt(bytes: Uint8Array): Promise<Uint8Array>;
  /** Throws {@link BackupDamaged} when these are not bytes that were encrypted here. */
  decrypt(name: string, bytes: Uint8Array): Promise<Uint8Array>;
}

const none: Encryption = {
  nameOf: (sha256) => sha256,
  encrypt: async (bytes) => bytes,
  decrypt: async (_, bytes) => bytes,
};

const identityFile = 'identity.age';
/** Where releases before 0.2 stored the key of their own format. */
const oldKeyFile = 'key';
/** scrypt with N = 2^15, some 0.3 s: paid once a backup, since pieces are encrypted to a key. */
const workFactor = 15;

/** The encryption of a place for backups. The first backup there decides whether it has a passphrase, and which. */
export async function encryptionOf(
  store: BlobStore,
  passphrase: string | undefined,
  { isNew = false } = {},
): Promise<Encryption> {
  if (await store.exists(oldKeyFile)) {
    throw new CannotStart(
      'These backups were encrypted by a Doorstep before 0.2: restore them with that version, and keep new ones in another place',
    );
  }
  const kept = await store.get(identityFile).catch((error: unknown) => {
    if (error instanceof BlobMissing) return undefined;
    throw error;
  });
  if (kept === undefined && passphrase === undefined) return none;
  if (passphrase === undefined) {
    throw new CannotStart(
      'These backups are encrypted: give the passphrase with --passphrase-file or BACKUP_PASSPHRASE_FILE',
    );
  }
  if (kept) return encryptionWith(await readIdentity(kept, passphrase));
  if (!isNew) {
    throw new CannotStart(
      'The backups there are not encrypted: use another place for encrypted ones, or leave the passphrase out',
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
    throw new CannotStart('That is not the passphrase of these backups', { cause });
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
