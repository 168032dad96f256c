/** Types with no pause: between two presses from outside a busy machine may rest for longer than typing does. */
export function typeAtOnce(input: Element, text: string): void {
  const field = input as HTMLInputElement;
  for (const letter of text) {
    field.setRangeText(letter, field.value.length, field.value.length);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
}
