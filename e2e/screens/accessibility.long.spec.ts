import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { enter } from '../support/sign-in.ts';
import { show } from './screen.ts';
import { screens } from './screens.ts';

const looks = [
  { colorScheme: 'light', width: 1366, height: 768 },
  { colorScheme: 'dark', width: 1366, height: 768 },
  { colorScheme: 'dark', width: 390, height: 844 },
  { colorScheme: 'light', width: 390, height: 844 },
  // 1366x768 at 200 % zoom.
  { colorScheme: 'light', width: 683, height: 384 },
] as const;
const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules of the standard that depend on the theme. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** Waits until colours and sizes have reached their new values. Endless animations are ignored. */
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => {});
  });
}

async function findings(page: Page, { colorScheme }: (typeof looks)[number]): Promise<string[]> {
  // There are no frames to combine. The other mode opens a separate page for that, which can hang.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  if (colorScheme === 'light') axe.withTags(standard);
  else axe.withRules(ofColours);
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
  );
  const beyond = await page.evaluate(tooWide);
  return [...found, ...beyond];
}

/**
 * Returns elements wider than their frame: the page, a dialog, or a scrolling part. A scrolling part that is reachable by
 * key may be wider.
 */
function tooWide(): string[] {
  const dialogs = ':is(dialog, [role=dialog], [role=alertdialog])';
  const inside = [...document.querySelectorAll(`${dialogs}, ${dialogs} *`)].filter(
    (element) =>
      (element.matches(dialogs) || /^(auto|scroll)$/.test(getComputedStyle(element).overflowY)) &&
      !element.matches('[tabindex="0"]'),
  );
  return [document.documentElement, ...inside].flatMap((element) => {
    const beyond = element.scrollWidth - element.clientWidth;
    return beyond > 0 ? [`${element.tagName} ${element.className} is ${beyond} px too wide`] : [];
  });
}

test.describe.configure({ mode: 'parallel' });

// A page may still send requests when its test is over.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

for (const screen of screens) {
  // Covers: dialogs-6
  test(`${screen.name} has no accessibility violation in either theme, wide or narrow`, async ({
    page,
  }) => {
    if (!screen.isPublic) {
      await page.goto('/login');
      await enter(page, 'superadmin@doorstep.test');
    }
    await show(page, screen);
    // axe calls a button too small if the sticky footer covers a part of it before scrolling.
    await page.evaluate(() => {
      for (const footer of document.querySelectorAll<HTMLElement>('.table-footer')) {
        footer.style.position = 'static';
      }
    });
    for (const look of looks) {
      const { colorScheme, width, height } = look;
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height });
      await endTransitions(page);
      expect.soft(await findings(page, look), `${colorScheme} at ${width} px`).toEqual([]);
    }
  });
}
