/**
 * Whether a key press belongs to an input method (IME). Its Enter only ends a word, and must not select or
 * send anything. Safari marks such a key press only by the code 229.
 */
export const endsWord = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === 229;
