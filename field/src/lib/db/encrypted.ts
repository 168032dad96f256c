export interface Encrypted<T> {
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
  /** Never set. This field only carries the type. */
  of?: T;
}

const algorithm = (iv: Uint8Array<ArrayBuffer>) => ({ name: 'AES-GCM', iv });

export async function encryptBytes(
  key: CryptoKey,
  bytes: BufferSource,
): Promise<Encrypted<ArrayBuffer>> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, bytes: await crypto.subtle.encrypt(algorithm(iv), key, bytes) };
}

export function decryptBytes(
  key: CryptoKey,
  { iv, bytes }: Encrypted<ArrayBuffer>,
): Promise<ArrayBuffer> {
  return crypto.subtle.decrypt(algorithm(iv), key, bytes);
}

export async function encrypt<T>(key: CryptoKey, value: T): Promise<Encrypted<T>> {
  const { iv, bytes } = await encryptBytes(key, new TextEncoder().encode(JSON.stringify(value)));
  return { iv, bytes };
}

export async function decrypt<T>(key: CryptoKey, { iv, bytes }: Encrypted<T>): Promise<T> {
  return JSON.parse(new TextDecoder().decode(await decryptBytes(key, { iv, bytes })));
}
