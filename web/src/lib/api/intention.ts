import { isBackendElsewhere } from '../config.ts';

/** A new Idempotency-Key. `randomUUID` is missing where the page is not a secure context. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The header that makes a repeated request harmless. Only on the app's own origin: a backend elsewhere that does not
 * know the header would have to refuse the preflight.
 */
export function idempotencyHeader(key: string | undefined): Record<string, string> {
  return key === undefined || isBackendElsewhere() ? {} : { 'Idempotency-Key': key };
}

/**
 * One person's intention: its key stays the same as long as the same thing is wanted and the answer is not known, so
 * that asking again after a broken connection does it once.
 */
export function createIntention() {
  let wanted: { what: unknown; key: string } | undefined;
  return {
    keyFor(what: unknown): string {
      const same = wanted && (wanted.what === what || JSON.stringify(wanted.what) === text(what));
      if (!wanted || !same) wanted = { what, key: newKey() };
      return wanted.key;
    },
    /** The answer is known: the next time is another intention. */
    settle() {
      wanted = undefined;
    },
  };
}

// Files have no text: each is only itself.
const text = (what: unknown) => (what instanceof File ? undefined : JSON.stringify(what));
