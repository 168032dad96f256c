/**
 * The header by which a caller is never shown less than it has seen. The answer says how far the database had come, the
 * next request says so again, and what has come less far does not answer it.
 */
export const positionHeader = 'Doorstep-Position';

/** A place in the database's log of changes, such as `16/B374D848`, to compare with others; undefined for any other text. */
export function readPosition(text: unknown): bigint | undefined {
  if (typeof text !== 'string') return undefined;
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  return high === undefined ? undefined : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** A position as PostgreSQL writes it, and as it goes over the wire. */
export const writePosition = (position: bigint): string =>
  `${(position >> 32n).toString(16)}/${(position & 0xffff_ffffn).toString(16)}`.toUpperCase();
