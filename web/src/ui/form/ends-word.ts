/**
 * Whether a key belongs to an input method. Its Enter only ends a word, so it must not select or send. Safari marks it by
 * the code 229 only.
 */
export const endsWord = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === 229;
