/**
 * Decodes text by its byte order mark. Without one it is UTF-16, UTF-8 or, if most letters beyond
 * ASCII are not valid UTF-8, Windows-1252.
 */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/** Returns the text of the first bytes, in the encoding of all. */
export const decodeStart = (bytes: Uint8Array, count: number): string =>
  new TextDecoder(encodingOf(bytes)).decode(bytes.subarray(0, count));

/** Bytes by which the encoding of text without a mark is recognised. */
const sample = 4_096;

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Half of the bytes of Latin text in UTF-16 are zero, and none in other encodings.
  const start = bytes.subarray(0, sample);
  const zeros = [0, 0];
  for (const [at, byte] of start.entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  if (Math.max(...zeros) > start.length / 8) {
    return (zeros[0] ?? 0) > (zeros[1] ?? 0) ? 'utf-16be' : 'utf-16le';
  }
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/**
 * A file with a few broken characters is still UTF-8. Read as Windows-1252, all its Hindi would be unreadable,
 * and not only these. In text that is Windows-1252, nearly every letter beyond ASCII is invalid UTF-8.
 */
function isUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  let invalid = 0;
  let valid = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) invalid += 1;
    else if (code > 0x7f) valid += 1;
  }
  return invalid <= valid;
}
