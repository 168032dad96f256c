/**
 * Types without pauses. On a busy machine, the time between two keys that Playwright presses may be longer
 * than the pause after which the search starts.
 */
export function typeInstantly(input: Element, text: string): void {
  const field = input as HTMLInputElement;
  for (const letter of text) {
    field.setRangeText(letter, field.value.length, field.value.length);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
}
