import { createHash } from 'node:crypto';
import { Secret } from 'otpauth';

const count = 10;
/** Bytes of chance in each: 80 bits need no slow hash. */
const size = 10;

/** Ten new recovery codes, in groups of four characters. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => {
    const groups = new Secret({ size }).base32.toLowerCase().match(/.{4}/g) ?? [];
    return groups.join('-');
  });
}

/** The stored form of a recovery code; spaces and capitals don't matter. */
export function recoveryCodeHash(code: string): Buffer {
  const bare = code.replace(/[\s-]/g, '').toLowerCase();
  return createHash('sha256').update(bare).digest();
}
