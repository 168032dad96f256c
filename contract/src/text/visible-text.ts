import * as z from 'zod/mini';

/** The field's name precedes this text. */
export const invisibleError = 'must not contain invisible characters';

const invisible = /[\p{Cc}\p{Cf}\p{DI}]/u;
// Joiners are allowed next to a combining mark, because several Indian scripts need them: क्‍ष.
const beyondJoiners = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{DI}]|(?<!\p{M})[\u200c\u200d](?!\p{M})/u;

/** Use this for ids and e-mail addresses, because invisible characters could make two of them look the same. */
export const containsInvisible = (text: string): boolean => invisible.test(text);

/** Use this for names, because it accepts the joiners that some scripts need. */
export const nameContainsInvisible = (name: string): boolean => beyondJoiners.test(name);

export const withoutInvisible = (field: string) =>
  z.refine<string>((text) => !containsInvisible(text), `${field} ${invisibleError}`);

export const nameWithoutInvisible = (field: string) =>
  z.refine<string>((text) => !nameContainsInvisible(text), `${field} ${invisibleError}`);
