import { isBackendElsewhere } from '../config.ts';

/** Returns a new Idempotency-Key. `randomUUID` is missing outside secure contexts. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Returns the header that makes a repeated request harmless. Only on the app's own origin: another backend that does not
 * know the header would reject the preflight.
 */
export function idempotencyHeader(key: string | undefined): Record<string, string> {
  return key === undefined || isBackendElsewhere() ? {} : { 'Idempotency-Key': key };
}

/**
 * Keeps one Idempotency-Key for repeated requests with the same content until the answer is known. A retry after a broken
 * connection is then done only once.
 */
export function createIntention() {
  let wanted: { what: unknown; key: string } | undefined;
  return {
    keyFor(what: unknown): string {
      const same = wanted && (wanted.what === what || JSON.stringify(wanted.what) === text(what));
      if (!wanted || !same) wanted = { what, key: newKey() };
      return wanted.key;
    },
    /** Call it when the answer is known. The next request gets a new key. */
    settle() {
      wanted = undefined;
    },
  };
}

// Files have no text. Each is compared by identity.
const text = (what: unknown) => (what instanceof File ? undefined : JSON.stringify(what));
