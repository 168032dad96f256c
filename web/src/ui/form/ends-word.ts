/** Whether a key belongs to an input method: its Enter ends a word, and neither picks nor sends. Safari says so by the code 229 alone. */
export const endsWord = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === 229;
