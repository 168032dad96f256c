import { hash } from 'node:crypto';
import { Secret } from 'otpauth';

const count = 10;
/** The number of random bytes in each code. 80 bits can't be guessed, so no slow hash is needed. */
const size = 10;

export function makeRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => {
    const groups = new Secret({ size }).base32.toLowerCase().match(/.{4}/g) ?? [];
    return groups.join('-');
  });
}

export function recoveryCodeHash(code: string): Buffer {
  return hash('sha256', code.replace(/[\s-]/g, '').toLowerCase(), 'buffer');
}
