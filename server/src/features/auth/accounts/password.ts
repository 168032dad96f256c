import { createHash } from 'node:crypto';
import { hash, hashRaw, type Options, verify } from '@node-rs/argon2';

/**
 * OWASP's second profile for Argon2id: 19 MiB of memory, two passes, one lane. Argon2id is the library's
 * default algorithm.
 */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two keyboards may produce different code points for the same text. NFKC makes them the same password. */
const canonical = (password: string) => password.normalize('NFKC');

export function hashPassword(password: string): Promise<string> {
  return hash(canonical(password), cost);
}

/**
 * Returns the same text for the same password and idempotency key. The stored SHA-256 of a request covers
 * this text, not the password, because SHA-256 is so fast that the password could be guessed.
 */
export async function fingerprintPassword(password: string, key: string): Promise<string> {
  const salt = createHash('sha256').update(key).digest().subarray(0, 16);
  return (await hashRaw(canonical(password), { ...cost, salt })).toString('hex');
}

export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, canonical(password)).catch(() => false);
}
