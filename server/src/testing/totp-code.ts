import { Secret, TOTP } from 'otpauth';

/** The code that an app shows now, or some steps of half a minute later. */
export function codeOf(secret: string, stepsLater = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + stepsLater * 30_000 });
}
