/**
 * Types without pauses. If Playwright typed the text on a busy machine, a pause between two keys could be so
 * long that the search starts too early.
 */
export function typeInstantly(input: Element, text: string): void {
  const field = input as HTMLInputElement;
  for (const letter of text) {
    field.setRangeText(letter, field.value.length, field.value.length);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
}
