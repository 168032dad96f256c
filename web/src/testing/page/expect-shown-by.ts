import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

/** Presses what shows something for a moment, and sees that meanwhile: on a busy machine it may be gone when the press is said to be done. */
export async function expectShownBy(press: PromiseLike<unknown>, shown: Locator): Promise<void> {
  const see = async () => {
    await expect.element(shown).toBeVisible();
  };
  await Promise.all([see(), press]);
}
