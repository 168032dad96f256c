import * as z from 'zod/mini';

/** The error for a text with invisible characters, after the field's name. */
export const invisibleError = 'must not contain invisible characters';

const invisible = /[\p{Cc}\p{Cf}\p{DI}]/u;
// Several Indian scripts use joiners, which are next to a mark: क्‍ष.
const beyondJoiners = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{DI}]|(?<!\p{M})[\u200c\u200d](?!\p{M})/u;

/**
 * Returns whether an id or an address contains invisible characters, which can make two different ones look
 * the same.
 */
export const containsInvisible = (text: string): boolean => invisible.test(text);

/**
 * Returns whether a name contains invisible or direction-changing characters, except for the joiners that
 * scripts need.
 */
export const nameContainsInvisible = (name: string): boolean => beyondJoiners.test(name);

/** A check for ids and addresses. */
export const withoutInvisible = (field: string) =>
  z.refine<string>((text) => !containsInvisible(text), `${field} ${invisibleError}`);

/** A check for names. */
export const nameWithoutInvisible = (field: string) =>
  z.refine<string>((text) => !nameContainsInvisible(text), `${field} ${invisibleError}`);
