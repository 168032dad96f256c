import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';

/**
 * Presses a button, given by its name or locator, and waits until `shown` is visible. Without this wait, a
 * press that has no effect would be noticed only in a later line of the test.
 */
export async function pressAndSee(
  button: string | RegExp | Locator,
  shown: Locator,
): Promise<void> {
  const isNamed = typeof button === 'string' || button instanceof RegExp;
  const pressed = isNamed ? page.getByRole('button', { name: button }) : button;
  await pressed.click();
  await expect.element(shown, { message: `after a press of ${pressed.selector}` }).toBeVisible();
}
