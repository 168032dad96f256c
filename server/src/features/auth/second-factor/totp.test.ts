import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decrypt, encrypt } from '../../../domain/secrets/encrypt.ts';
import { makeChallenge, readChallenge } from './challenge.ts';
import { makeRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import { newSecret, stepOf, uriOf } from './totp.ts';

// The secret and the times come from RFC 6238, appendix B. The codes there have eight digits, of which this
// test uses the last six.
const rfc = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_234_567_890, '005924', 41_152_263],
  [20_000_000_000, '353130', 666_666_666],
])('at %i seconds the code is %s', (seconds, code, step) => {
  expect(stepOf(rfc, code, seconds * 1000)).toBe(step);
});

test('a code is valid half a minute before and after its own, and no longer', () => {
  const at = (step: number) => (37_037_036 + step) * 30_000;
  expect(stepOf(rfc, '081804', at(-1) - 1)).toBeUndefined();
  expect(stepOf(rfc, '081804', at(-1))).toBe(37_037_036);
  expect(stepOf(rfc, '081804', at(2) - 1)).toBe(37_037_036);
  expect(stepOf(rfc, '081804', at(2))).toBeUndefined();
});

test('an app reads secret, issuer and account from the address', () => {
  const secret = newSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(uriOf(secret, 'Sahyadri Checks', 'arjun+1@example.test'));
  expect(uri.host).toBe('totp');
  expect(decodeURIComponent(uri.pathname)).toBe('/Sahyadri Checks:arjun+1@example.test');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Sahyadri Checks',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });

// Covers: asvs-10
test('an encrypted text can be decrypted only for its own purpose, with its own secret, and unchanged', () => {
  fc.assert(
    fc.property(bytes, fc.string({ unit: 'binary' }), fc.nat(), (secret, text, at) => {
      const encrypted = encrypt(secret, 'one', text);
      expect(decrypt(secret, 'one', encrypted)).toBe(Buffer.from(text).toString());
      expect(decrypt(secret, 'two', encrypted)).toBeUndefined();
      expect(
        decrypt(new Uint8Array(32).fill((secret[0] ?? 0) + 1), 'one', encrypted),
      ).toBeUndefined();
      const index = at % encrypted.length;
      encrypted[index] = (encrypted[index] ?? 0) ^ 1;
      expect(decrypt(secret, 'one', encrypted)).toBeUndefined();
      expect(decrypt(secret, 'one', encrypted.subarray(0, index))).toBeUndefined();
    }),
  );
});

test('a challenge is valid for five minutes and for one password', () => {
  const secret = new Uint8Array(32);
  const account = { id: 7, password_hash: 'hash' };
  const challenge = makeChallenge(secret, account, 0);
  const claim = readChallenge(secret, challenge, 299_999);
  expect(claim?.userId).toBe(7);
  expect(claim?.isOf(account)).toBe(true);
  expect(claim?.isOf({ password_hash: 'another' })).toBe(false);
  expect(readChallenge(secret, challenge, 300_000)).toBeUndefined();
  expect(readChallenge(secret, 'nonsense', 0)).toBeUndefined();
});

test('there are ten recovery codes of eighty bits; spaces, dashes and capitals do not matter', () => {
  const codes = makeRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
    expect(recoveryCodeHash(typed)).toEqual(recoveryCodeHash(code));
  }
});
