import { isBackendElsewhere } from '../config.ts';

/** Returns a new Idempotency-Key. Does not use `randomUUID`, which is missing outside secure contexts. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns no header for another backend, which may reject the preflight because of an unknown header. */
export function idempotencyHeader(key: string | undefined): Record<string, string> {
  return key === undefined || isBackendElsewhere() ? {} : { 'Idempotency-Key': key };
}

/**
 * Uses one Idempotency-Key for all requests with the same content until the answer is known. The server
 * then applies the request only once, even if it is retried after a broken connection.
 */
export function createIntention() {
  let wanted: { what: unknown; key: string } | undefined;
  return {
    keyFor(what: unknown): string {
      const same = wanted && (wanted.what === what || JSON.stringify(wanted.what) === text(what));
      if (!wanted || !same) wanted = { what, key: newKey() };
      return wanted.key;
    },
    settle() {
      wanted = undefined;
    },
  };
}

// `JSON.stringify` returns `{}` for every file, so two files are the same only if they are the same object.
const text = (what: unknown) => (what instanceof File ? undefined : JSON.stringify(what));
