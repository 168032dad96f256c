import * as z from 'zod/mini';

/** How a text with characters that can't be seen is refused; the field's name stands before it. */
export const invisibleRefused = 'must not hold invisible characters';

const invisible = /[\p{Cc}\p{Cf}\p{DI}]/u;
// Several scripts of India are written with joiners, which stand beside a mark: क्‍ष.
const beyondJoiners = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{DI}]|(?<!\p{M})[\u200c\u200d](?!\p{M})/u;

/** Whether an id or an address holds what can't be seen: two that look the same would be different. */
export const holdsInvisible = (text: string): boolean => invisible.test(text);

/** Whether a name holds what can't be seen or turns the text around, but for the joiners that scripts need. */
export const holdsInvisibleInName = (name: string): boolean => beyondJoiners.test(name);

/** A check for ids and addresses. */
export const withoutInvisible = (field: string) =>
  z.refine<string>((text) => !holdsInvisible(text), `${field} ${invisibleRefused}`);

/** A check for names. */
export const nameWithoutInvisible = (field: string) =>
  z.refine<string>((text) => !holdsInvisibleInName(text), `${field} ${invisibleRefused}`);
