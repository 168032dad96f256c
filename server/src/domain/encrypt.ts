import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** Each purpose has its own key, so that what was encrypted for one opens for no other. */
const keyFor = (secret: Uint8Array, purpose: string) =>
  new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));

/** Encrypts a text so that only this server, and for this purpose, can read or make it. */
export function encrypt(secret: Uint8Array, purpose: string, text: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, keyFor(secret, purpose), iv);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
}

/** The text that was encrypted; undefined for anything else. */
export function decrypt(
  secret: Uint8Array,
  purpose: string,
  encrypted: Buffer,
): string | undefined {
  if (encrypted.length < ivLength + tagLength) return undefined;
  const iv = encrypted.subarray(0, ivLength);
  const cipher = createDecipheriv(algorithm, keyFor(secret, purpose), iv, {
    authTagLength: tagLength,
  });
  cipher.setAuthTag(encrypted.subarray(ivLength, ivLength + tagLength));
  try {
    const opened = [cipher.update(encrypted.subarray(ivLength + tagLength)), cipher.final()];
    return Buffer.concat(opened).toString('utf8');
  } catch {
    return undefined;
  }
}
