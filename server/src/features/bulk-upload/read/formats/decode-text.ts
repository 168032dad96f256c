/**
 * Decodes text by its byte order mark. If the text has no mark, the bytes decide between UTF-16, UTF-8 and
 * Windows-1252.
 */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

export const decodeStart = (bytes: Uint8Array, count: number): string =>
  new TextDecoder(encodingOf(bytes)).decode(bytes.subarray(0, count));

/** The number of bytes that are checked to recognise UTF-16 without a byte order mark. */
const sample = 4_096;

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Half of the bytes of Latin text are zero in UTF-16. No byte is zero in the other encodings.
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
 * Whether at least half of the characters beyond ASCII are valid UTF-8. Some invalid characters are
 * tolerated: if the file were read as Windows-1252 instead, all Hindi text in it would be unreadable.
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
