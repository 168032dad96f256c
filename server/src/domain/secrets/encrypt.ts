import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** Returns the key of a purpose, so that a text that was encrypted for one purpose can't be decrypted for another. */
const keyFor = (secret: Uint8Array, purpose: string) =>
  new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));

/** Encrypts bytes for a purpose. Only a server with this secret can create or decrypt the result. */
export function encryptBytes(secret: Uint8Array, purpose: string, bytes: Uint8Array): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, keyFor(secret, purpose), iv);
  const encrypted = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...encrypted]);
}

/** Returns the decrypted bytes; undefined if they were not encrypted with this secret for this purpose. */
export function decryptBytes(
  secret: Uint8Array,
  purpose: string,
  encrypted: Buffer,
): Buffer | undefined {
  if (encrypted.length < ivLength + tagLength) return undefined;
  const iv = encrypted.subarray(0, ivLength);
  const cipher = createDecipheriv(algorithm, keyFor(secret, purpose), iv, {
    authTagLength: tagLength,
  });
  cipher.setAuthTag(encrypted.subarray(ivLength, ivLength + tagLength));
  try {
    return Buffer.concat([cipher.update(encrypted.subarray(ivLength + tagLength)), cipher.final()]);
  } catch {
    return undefined;
  }
}

export const encrypt = (secret: Uint8Array, purpose: string, text: string): Buffer =>
  encryptBytes(secret, purpose, Buffer.from(text));

export const decrypt = (
  secret: Uint8Array,
  purpose: string,
  encrypted: Buffer,
): string | undefined => decryptBytes(secret, purpose, encrypted)?.toString('utf8');
