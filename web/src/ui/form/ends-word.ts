/**
 * Whether a key press belongs to an input method, where Enter only ends a word and must not select or send.
 * Safari marks such a key press only by the code 229.
 */
export const endsWord = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === 229;
