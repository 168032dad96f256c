import { createHmac } from 'node:crypto';

/**
 * Whether a record is in a random sample of `percent` % of all records. The draw depends on the server's
 * secret, the purpose and the record's id, so that no user can choose or predict it.
 */
export function isDrawn(secret: Uint8Array, purpose: string, id: number, percent: number): boolean {
  const digest = createHmac('sha256', secret).update(`draw ${purpose} ${id}`).digest();
  return digest.readUIntBE(0, 6) / 2 ** 48 < percent / 100;
}
