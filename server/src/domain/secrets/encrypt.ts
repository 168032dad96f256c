import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** Each purpose has its own key, so that a text encrypted for one can't be decrypted for another. */
const keyFor = (secret: Uint8Array, purpose: string) =>
  new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));

/** Encrypts bytes so that only this server can read or create them, and only for this purpose. */
export function encryptBytes(secret: Uint8Array, purpose: string, bytes: Uint8Array): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, keyFor(secret, purpose), iv);
  const encrypted = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...encrypted]);
}

/** Returns the decrypted bytes; undefined for anything else. */
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

/** {@link encryptBytes} for a text. */
export const encrypt = (secret: Uint8Array, purpose: string, text: string): Buffer =>
  encryptBytes(secret, purpose, Buffer.from(text));

/** The text that was encrypted; undefined for anything else. */
export const decrypt = (
  secret: Uint8Array,
  purpose: string,
  encrypted: Buffer,
): string | undefined => decryptBytes(secret, purpose, encrypted)?.toString('utf8');
