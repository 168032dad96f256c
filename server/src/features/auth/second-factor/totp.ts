import { Secret, TOTP } from 'otpauth';

/**
 * The settings that every authenticator app supports (RFC 6238). This `window` lets a phone's clock differ
 * by 30 seconds.
 */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 };
const window = 1;

const totpOf = (secret: string, more: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...settings, ...more, secret: Secret.fromBase32(secret) });

export const newSecret = (): string => new Secret({ size: 20 }).base32;

export function uriOf(secret: string, issuer: string, label: string): string {
  return totpOf(secret, { issuer, label }).toString();
}

/**
 * Returns the time step of a code: the number of 30-second periods since 1970. Returns undefined if the
 * code is wrong at the time `timestamp`.
 */
export function stepOf(secret: string, code: string, timestamp: number): number | undefined {
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp, window });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}
