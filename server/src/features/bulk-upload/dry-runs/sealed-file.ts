import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { limits } from '@doorstep/contract/limits';
import { decryptBytes, encryptBytes } from '../../../domain/secrets/encrypt.ts';
import { isPacked } from '../read/read-rows.ts';

const purpose = 'doorstep tried upload';

/** Compresses a csv before it is encrypted, because a csv may be large. */
export async function sealFile(secret: Uint8Array, bytes: Buffer): Promise<Buffer> {
  const packed = isPacked(bytes) ? bytes : await promisify(gzip)(bytes, { level: 1 });
  return encryptBytes(secret, purpose, packed);
}

export async function openFile(secret: Uint8Array, sealed: Buffer): Promise<Buffer> {
  const packed = decryptBytes(secret, purpose, sealed);
  if (!packed)
    throw new Error("The file of a dry run can't be decrypted with the secret of this server");
  const most = { maxOutputLength: limits.tryCsvMaxBytes };
  return isPacked(packed) ? packed : promisify(gunzip)(packed, most);
}
