/**
 * Types without pauses. On a busy machine, the time between two presses from outside may be longer than the
 * search's pause.
 */
export function typeInstantly(input: Element, text: string): void {
  const field = input as HTMLInputElement;
  for (const letter of text) {
    field.setRangeText(letter, field.value.length, field.value.length);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
}
