import { expect, type Page, test } from '@playwright/test';
import axe from 'axe-core';
import { enter } from '../support/sign-in.ts';
import { endTransitions, show } from './screen.ts';
import { screens } from './screens.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

// No trace is needed, because each failure names its element.
test.use({ trace: 'off' });

const looks = [
  { colorScheme: 'light', width: 1366, height: 768 },
  { colorScheme: 'dark', width: 1366, height: 768 },
  { colorScheme: 'dark', width: 390, height: 844 },
  { colorScheme: 'light', width: 390, height: 844 },
  // The size of a page on a 1366x768 screen at 200 % zoom.
  { colorScheme: 'light', width: 683, height: 384 },
] as const;
const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The WCAG rules that depend on the theme. */
const ofColours = ['color-contrast', 'link-in-text-block'];

async function findings(page: Page, { colorScheme }: (typeof looks)[number]): Promise<string[]> {
  const rules = colorScheme === 'light' ? standard : ofColours;
  const found = await page.evaluate(async (runOnly) => {
    const { violations } = await window.axe.run({ runOnly, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, rules);
  return [...found, ...(await page.evaluate(tooWide))];
}

/**
 * Returns an error for the page, each dialog and each scrolling part of a dialog that is narrower than its
 * content. Leaves out elements with `tabindex="0"`, because the keyboard can scroll them.
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

// Ignores errors of routes, because a page may still send requests after its test has ended.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

for (const screen of screens) {
  // Covers: dialogs-6
  test(`${screen.name} has no accessibility violation in either theme, wide or narrow`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    if (!screen.isPublic) await enter(page, 'superadmin@doorstep.test');
    await show(page, screen);
    await page.evaluate(axe.source);
    // Makes the footer scroll with the page. If the sticky footer covers a part of a button, axe reports the
    // button as too small.
    await page.evaluate(() => {
      for (const footer of document.querySelectorAll<HTMLElement>('.table-footer')) {
        footer.style.position = 'static';
      }
    });
    for (const look of looks) {
      const { colorScheme, width, height } = look;
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await endTransitions(page);
      expect.soft(await findings(page, look), `${colorScheme} at ${width} px`).toEqual([]);
    }
  });
}
