import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

/**
 * Presses an element, and expects another element that is shown briefly. Looks for that element during the
 * press, because it may be gone when a busy machine reports the press.
 */
export async function expectShownBy(press: PromiseLike<unknown>, shown: Locator): Promise<void> {
  const see = async () => {
    await expect.element(shown).toBeVisible();
  };
  await Promise.all([see(), press]);
}
