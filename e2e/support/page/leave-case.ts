import { expect, type Page } from '@playwright/test';

/**
 * Presses a key or button until the desk shows another case. Blocks presses that arrive late, because they
 * would apply to the next case.
 */
export async function leaveCase(
  page: Page,
  id: string,
  press: () => Promise<unknown>,
): Promise<void> {
  await page.evaluate((id) => {
    const { dataset } = document.documentElement;
    if (dataset.pressedFor === undefined) {
      const stopLate = (event: Event) => {
        const shown = new URLSearchParams(location.search).get('case');
        if (dataset.pressedFor && dataset.pressedFor !== shown) event.stopImmediatePropagation();
      };
      for (const type of ['keydown', 'click']) addEventListener(type, stopLate, true);
    }
    dataset.pressedFor = id;
  }, id);
  // Repeats the press, because the desk accepts no decision for a moment after it shows a new case.
  await expect(async () => {
    await press();
    // Real time: after this timeout, the key or button is pressed again.
    await expect(page).not.toHaveURL(new RegExp(`case=${id}$`), { timeout: 200 });
  }).toPass();
  await page.evaluate(() => {
    document.documentElement.dataset.pressedFor = '';
  });
}
