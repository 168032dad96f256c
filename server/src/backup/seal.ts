import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto';
import { CannotStart } from '../db/cannot-start.ts';
import { BlobMissing, type BlobStore } from '../storage/blob-store.ts';
import { BackupDamaged } from './damaged.ts';

/** What lies between a backup's bytes and where they are kept: nothing, or encryption by a passphrase. */
export interface Seal {
  isSecret: boolean;
  /** The name under which content with this hash is kept; a secret place doesn't tell hashes. */
  nameOf(sha256: string): string;
  close(name: string, bytes: Uint8Array): Uint8Array;
  /** Throws {@link BackupDamaged} when these are not the bytes that were closed under that name. */
  open(name: string, sealed: Uint8Array): Uint8Array;
}

const openSeal: Seal = {
  isSecret: false,
  nameOf: (sha256) => sha256,
  close: (_, bytes) => bytes,
  open: (_, sealed) => sealed,
};

const keyFile = 'key';
const [saltBytes, tagBytes] = [32, 16];

/** The seal of a place for backups. The first backup there decides whether it has a passphrase, and which. */
export async function sealOf(
  store: BlobStore,
  passphrase: string | undefined,
  { isNew = false } = {},
): Promise<Seal> {
  const kept = await readKey(store);
  if (kept === undefined && passphrase === undefined) return openSeal;
  if (passphrase === undefined) {
    throw new CannotStart(
      'These backups are encrypted: give the passphrase with --passphrase-file or BACKUP_PASSPHRASE_FILE',
    );
  }
  if (kept === undefined && !isNew) {
    throw new CannotStart(
      'The backups there are not encrypted: use another place for encrypted ones, or leave the passphrase out',
    );
  }
  const salt = kept?.salt ?? randomBytes(saltBytes);
  const master = scryptSync(passphrase, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 });
  const check = createHmac('sha256', master).update('doorstep backup').digest();
  if (kept && !timingSafeEqual(kept.check, check)) {
    throw new CannotStart('That is not the passphrase of these backups');
  }
  if (!kept) await store.put(keyFile, Buffer.concat([salt, check]));
  return secretSeal(master);
}

async function readKey(store: BlobStore) {
  try {
    const bytes = Buffer.from(await store.get(keyFile));
    if (bytes.length !== saltBytes + 32) throw new BackupDamaged(keyFile);
    return { salt: bytes.subarray(0, saltBytes), check: bytes.subarray(saltBytes) };
  } catch (error) {
    if (error instanceof BlobMissing) return undefined;
    throw error;
  }
}

/** AES-256-GCM with a key of its own for each piece; the name is authenticated, so that no piece stands in for another. */
function secretSeal(master: Buffer): Seal {
  const derive = (salt: Uint8Array) => {
    const bytes = Buffer.from(hkdfSync('sha256', master, salt, 'doorstep backup piece', 44));
    return { key: bytes.subarray(0, 32), iv: bytes.subarray(32) };
  };
  const naming = Buffer.from(hkdfSync('sha256', master, '', 'doorstep backup names', 32));
  return {
    isSecret: true,
    nameOf: (sha256) => createHmac('sha256', naming).update(sha256).digest('hex'),
    close(name, bytes) {
      const salt = randomBytes(saltBytes);
      const { key, iv } = derive(salt);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name));
      return Buffer.concat([salt, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    },
    open(name, sealed) {
      try {
        const { key, iv } = derive(sealed.subarray(0, saltBytes));
        const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
          .setAAD(Buffer.from(name))
          .setAuthTag(sealed.subarray(-tagBytes));
        const body = sealed.subarray(saltBytes, -tagBytes);
        return Buffer.concat([decipher.update(body), decipher.final()]);
      } catch (cause) {
        throw new BackupDamaged(name, { cause });
      }
    },
  };
}
