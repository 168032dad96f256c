import * as z from 'zod/mini';

/** The error for a text with invisible characters. The field's name precedes this text. */
export const invisibleError = 'must not contain invisible characters';

const invisible = /[\p{Cc}\p{Cf}\p{DI}]/u;
// Joiners are allowed next to a combining mark, because several Indian scripts need them: क्‍ष.
const beyondJoiners = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{DI}]|(?<!\p{M})[\u200c\u200d](?!\p{M})/u;

/**
 * Returns whether an id or an address contains invisible characters, which could make two different ids
 * look the same.
 */
export const containsInvisible = (text: string): boolean => invisible.test(text);

/**
 * Returns whether a name contains invisible or direction-changing characters, except for the joiners that
 * scripts need.
 */
export const nameContainsInvisible = (name: string): boolean => beyondJoiners.test(name);

/** A check for ids and addresses. Names need {@link nameWithoutInvisible}. */
export const withoutInvisible = (field: string) =>
  z.refine<string>((text) => !containsInvisible(text), `${field} ${invisibleError}`);

export const nameWithoutInvisible = (field: string) =>
  z.refine<string>((text) => !nameContainsInvisible(text), `${field} ${invisibleError}`);
