import * as z from 'zod/mini';

/** The error for a text with invisible characters, after the field's name. */
export const invisibleRefused = 'must not hold invisible characters';

const invisible = /[\p{Cc}\p{Cf}\p{DI}]/u;
// Several scripts of India are written with joiners, which are next to a mark: क्‍ष.
const beyondJoiners = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{DI}]|(?<!\p{M})[\u200c\u200d](?!\p{M})/u;

/** Whether an id or an address contains invisible characters: two that look the same could be different. */
export const holdsInvisible = (text: string): boolean => invisible.test(text);

/** Whether a name contains invisible or direction-changing characters, but for the joiners that scripts need. */
export const holdsInvisibleInName = (name: string): boolean => beyondJoiners.test(name);

/** A check for ids and addresses. */
export const withoutInvisible = (field: string) =>
  z.refine<string>((text) => !holdsInvisible(text), `${field} ${invisibleRefused}`);

/** A check for names. */
export const nameWithoutInvisible = (field: string) =>
  z.refine<string>((text) => !holdsInvisibleInName(text), `${field} ${invisibleRefused}`);
