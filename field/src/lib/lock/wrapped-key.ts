export type SecretKind = 'pin' | 'passphrase';

export interface LockRecord {
  kind: SecretKind;
  /** Identifies the key. Stays the same when the secret changes. */
  keyId: string;
  salt: Uint8Array<ArrayBuffer>;
  iterations: number;
  iv: Uint8Array<ArrayBuffer>;
  wrapped: ArrayBuffer;
}

/**
 * The rounds of the key derivation. An attacker with a copy of the phone's files can try all six-digit PINs.
 * The rounds only make each PIN take longer.
 */
const iterations = 600_000;
const passphraseLength = 8;

/** Returns undefined for a short passphrase, an easily guessed PIN, or more or fewer than six digits. */
export function kindOfSecret(secret: string): SecretKind | undefined {
  if (/^\d{6}$/.test(secret)) return isEasyToGuess(secret) ? undefined : 'pin';
  const isLong = [...secret].length >= passphraseLength && !/^\d+$/.test(secret);
  return isLong ? 'passphrase' : undefined;
}

function isEasyToGuess(pin: string): boolean {
  const digits = [...pin].map(Number);
  const steps = new Set(digits.slice(1).map((digit, index) => digit - (digits[index] ?? 0)));
  return steps.size === 1 && [0, 1, -1].includes([...steps][0] ?? 2);
}

const keyUses: KeyUsage[] = ['encrypt', 'decrypt'];

/** Creates an extractable key, because only an extractable key can be wrapped. */
export const makeKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, keyUses);

export async function wrap(bare: CryptoKey, secret: string, keyId: string): Promise<LockRecord> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const wrapping = await deriveKey(secret, salt, iterations);
  return {
    kind: kindOfSecret(secret) ?? 'passphrase',
    keyId,
    salt,
    iterations,
    iv,
    wrapped: await crypto.subtle.wrapKey('raw', bare, wrapping, { name: 'AES-GCM', iv }),
  };
}

/** Throws if the secret is wrong. */
export async function unwrap(
  record: LockRecord,
  secret: string,
  isExtractable: boolean,
): Promise<CryptoKey> {
  const { salt, iv, wrapped } = record;
  const wrapping = await deriveKey(secret, salt, record.iterations);
  const unwrapping = { name: 'AES-GCM', iv };
  return crypto.subtle.unwrapKey(
    'raw',
    wrapped,
    wrapping,
    unwrapping,
    { name: 'AES-GCM' },
    isExtractable,
    keyUses,
  );
}

async function deriveKey(secret: string, salt: Uint8Array<ArrayBuffer>, rounds: number) {
  const typed = new TextEncoder().encode(secret.normalize('NFKC'));
  const material = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['wrapKey', 'unwrapKey'],
  );
}
