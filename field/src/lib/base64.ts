/** Encodes in pieces, because a function call with all bytes would have too many arguments. */
export function base64(bytes: ArrayBuffer | Uint8Array): string {
  const whole = new Uint8Array(bytes as ArrayBuffer);
  let text = '';
  for (let at = 0; at < whole.length; at += 8_192) {
    text += String.fromCharCode(...whole.subarray(at, at + 8_192));
  }
  return btoa(text);
}
