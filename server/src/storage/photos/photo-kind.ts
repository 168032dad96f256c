import type { photoTypes } from '@doorstep/contract/verifications/submission';

export type PhotoKind = (typeof photoTypes)[number];

const heicBrands = ['heic', 'heix', 'heim', 'heis'];
/**
 * The maximum number of bytes in which brands are searched. A real list has about a dozen brands, but a file
 * could claim that its list is as long as the whole file.
 */
const longestBrands = 256;

/**
 * Returns the type of a file by its first bytes, not by its name or declared type; undefined if the type is
 * not accepted.
 */
export function recognisePhoto(bytes: Uint8Array): PhotoKind | undefined {
  const text = (start: number, end: number) =>
    Buffer.from(bytes.subarray(start, end)).toString('latin1');

  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(4, 8) === 'ftyp') {
    // The `ftyp` box lists brands: the main brand, a version number, then the compatible brands. AVIF uses
    // the same box with other brands.
    const brands = text(
      8,
      Math.min(longestBrands, new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)),
    ).match(/.{4}/gs);
    if (brands?.some((brand) => heicBrands.includes(brand))) return 'image/heic';
  }
  return undefined;
}
