import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

/**
 * Presses something and expects an element that is shown briefly. It looks while pressing, because on a busy machine the
 * element may be gone when the press is reported.
 */
export async function expectShownBy(press: PromiseLike<unknown>, shown: Locator): Promise<void> {
  const see = async () => {
    await expect.element(shown).toBeVisible();
  };
  await Promise.all([see(), press]);
}
