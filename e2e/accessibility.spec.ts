import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { screens, show } from './screens.ts';
import { enter } from './sign-in.ts';

const looks = [
  { colorScheme: 'light', width: 1366, height: 768 },
  { colorScheme: 'dark', width: 1366, height: 768 },
  { colorScheme: 'dark', width: 390, height: 844 },
  { colorScheme: 'light', width: 390, height: 844 },
] as const;
const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function findings(page: Page): Promise<string[]> {
  // There are no frames to gather from; the other mode opens a page of its own for that, which can hang.
  const axe = new AxeBuilder({ page }).withTags(standard).setLegacyMode(true);
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
  );
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return beyond > 0 ? [...found, `scrolls sideways by ${beyond} px`] : found;
}

test.describe.configure({ mode: 'parallel' });

for (const screen of screens) {
  test(`${screen.name} has no accessibility finding in either theme, wide or narrow`, async ({
    page,
  }) => {
    if (!screen.isPublic) {
      await page.goto('/login');
      await enter(page, 'superadmin@doorstep.test');
    }
    await show(page, screen);
    for (const { colorScheme, width, height } of looks) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(150);
      expect.soft(await findings(page), `${colorScheme} at ${width} px`).toEqual([]);
    }
  });
}
