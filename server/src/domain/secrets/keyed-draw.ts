import { createHmac } from 'node:crypto';

/**
 * Whether a record is among the given percentage of a random sample. The draw depends only on the server's
 * secret and the record's id, so it can't be chosen or predicted. Each purpose draws separately.
 */
export function isDrawn(secret: Uint8Array, purpose: string, id: number, percent: number): boolean {
  const digest = createHmac('sha256', secret).update(`draw ${purpose} ${id}`).digest();
  return digest.readUIntBE(0, 6) / 2 ** 48 < percent / 100;
}
