import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { screens, show } from './screens.ts';
import { signIn } from './sign-in.ts';

const sizes = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
];

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of sizes) {
    test(`no accessibility finding, ${colorScheme} at ${viewport.width} px`, async ({
      browser,
    }) => {
      test.setTimeout(240_000);
      const signedIn = await browser.newContext({ colorScheme, viewport });
      await signIn(await signedIn.newPage(), 'superadmin@doorstep.test');
      const signedOut = await browser.newContext({ colorScheme, viewport });
      for (const screen of screens) {
        const page = await (screen.isPublic ? signedOut : signedIn).newPage();
        await show(page, screen);
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
          .analyze();
        const findings = violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
        );
        expect.soft(findings, screen.name).toEqual([]);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect.soft(overflow, `${screen.name} scrolls sideways`).toBe(0);
        await page.close();
      }
      await signedIn.close();
      await signedOut.close();
    });
  }
}
