import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** Each purpose has a key of its own, so that what was sealed for one opens for no other. */
const keyFor = (secret: Uint8Array, purpose: string) =>
  new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));

/** Encrypts a text so that only this server, and for this purpose, can read or make it. */
export function seal(secret: Uint8Array, purpose: string, text: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, keyFor(secret, purpose), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** The text that was sealed; undefined for anything else. */
export function unseal(secret: Uint8Array, purpose: string, sealed: Buffer): string | undefined {
  if (sealed.length < ivLength + tagLength) return undefined;
  const iv = sealed.subarray(0, ivLength);
  const cipher = createDecipheriv(algorithm, keyFor(secret, purpose), iv, {
    authTagLength: tagLength,
  });
  cipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength));
  try {
    const opened = [cipher.update(sealed.subarray(ivLength + tagLength)), cipher.final()];
    return Buffer.concat(opened).toString('utf8');
  } catch {
    return undefined;
  }
}
