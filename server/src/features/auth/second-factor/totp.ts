import { Secret, TOTP } from 'otpauth';

/** The settings that every authenticator app supports (RFC 6238); a clock may be half a minute off either way. */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 };
const window = 1;

const totpOf = (secret: string, more: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...settings, ...more, secret: Secret.fromBase32(secret) });

/** Makes a new shared secret of 160 bits, in base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** Returns the secret as an app reads it from a QR code. */
export function uriOf(secret: string, issuer: string, label: string): string {
  return totpOf(secret, { issuer, label }).toString();
}

/**
 * Returns the time step of a code (thirty seconds each, counted from 1970); undefined for a code that is
 * wrong at this moment.
 */
export function stepOf(secret: string, code: string, timestamp: number): number | undefined {
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp, window });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}
