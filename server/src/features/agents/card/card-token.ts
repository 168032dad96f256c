import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The layout of a token: 16 bytes for the session's id, 4 bytes for the expiry time in seconds, 16 bytes for
 * the signature. These bytes are written as base64url text.
 */
const length = { session: 16, signed: 20, all: 36 };
const pattern = /^[A-Za-z0-9_-]{48}$/;

const sign = (secret: Uint8Array, signed: Buffer) =>
  createHmac('sha256', secret)
    .update('agent card ')
    .update(signed)
    .digest()
    .subarray(0, length.all - length.signed);

/** Returns a token without personal data, because strangers scan the card's QR code. */
export function signCardToken(secret: Uint8Array, sessionId: string, expires: Date): string {
  const signed = Buffer.alloc(length.signed);
  signed.write(sessionId.replaceAll('-', ''), 'hex');
  signed.writeUInt32BE(Math.floor(expires.getTime() / 1_000), length.session);
  return Buffer.concat([signed, sign(secret, signed)]).toString('base64url');
}

export function readCardToken(
  secret: Uint8Array,
  token: string,
  now: Date,
): { sessionId: string } | 'forged' | 'expired' {
  if (!pattern.test(token)) return 'forged';
  const bytes = Buffer.from(token, 'base64url');
  const signed = bytes.subarray(0, length.signed);
  if (!timingSafeEqual(bytes.subarray(length.signed), sign(secret, signed))) return 'forged';
  if (now.getTime() / 1_000 >= signed.readUInt32BE(length.session)) return 'expired';
  const hex = signed.toString('hex', 0, length.session);
  return { sessionId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') };
}
