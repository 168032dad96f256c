import { type Browser, expect } from '@playwright/test';
import { demoPassword } from './sign-in.ts';

/** Decides cases of the demo by keys alone; each then is as its key said, and no pointer was used. */
export async function reviewByKeyboard(browser: Browser, address: string, cases: number) {
  const context = await browser.newContext({ baseURL: address });
  const page = await context.newPage();
  const answer = await page.request.post('/api/v1/auth/login/', {
    data: { email_or_mobile: 'admin@doorstep.test', password: demoPassword },
  });
  const { user, tokens } = (await answer.json()) as {
    user: object;
    tokens: { access_token: string };
  };
  await page.addInitScript(
    (session) => {
      localStorage.setItem('user', session);
      for (const type of ['pointerdown', 'mousedown', 'touchstart']) {
        addEventListener(type, () => document.documentElement.setAttribute('data-pointer', type));
      }
    },
    JSON.stringify({ ...user, tokens }),
  );
  await page.goto('/review');

  const decided: [id: string, decision: string][] = [];
  const heading = page.getByRole('heading', { level: 1 });
  for (let count = 0; count < cases; count += 1) {
    await expect(heading).toBeFocused();
    const id = new URL(page.url()).searchParams.get('case') ?? '';
    const decision = count % 3 === 2 ? 'negative' : 'positive';
    // A case that has just come takes no key for a moment; the next one is pressed for until it is there.
    await expect(async () => {
      await page.keyboard.press(decision === 'positive' ? 'p' : 'n');
      await expect(page).not.toHaveURL(new RegExp(`case=${id}$`), { timeout: 200 });
    }).toPass();
    decided.push([id, decision]);
  }
  expect(new Set(decided.map(([id]) => id)).size).toBe(cases);
  await page.keyboard.press('Escape');
  await page.waitForURL('**/verification');
  expect(await page.locator('html').getAttribute('data-pointer')).toBeNull();

  const headers = { Authorization: `Bearer ${tokens.access_token}` };
  for (const [id, decision] of decided) {
    // A busy server asks for another try.
    await expect(async () => {
      const kept = await page.request.get(`/api/v1/verification_tasks/${id}`, { headers });
      expect(await kept.json()).toMatchObject({ admin_decision: decision });
    }).toPass({ timeout: 30_000 });
  }
  await context.close();
}
