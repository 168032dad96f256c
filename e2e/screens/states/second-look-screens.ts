import type { Page } from '@playwright/test';
import { dialog, type Screen } from '../screen.ts';

const at = '2026-03-05T09:10:00.000Z';
const look = (by_id: number, by: string, decision: string, notes: string) => ({
  ...{ by_id, by, at, decision, notes },
});
const first = look(2, 'Priya Nair', 'positive', 'Met the wife; she showed the rent receipt.');
const second = look(3, 'Lakshminarayanan Venkatasubramanian', 'negative', 'Another name plate.');
const none = { first: null, second: null, settled: null };

async function withLook(page: Page, more: object): Promise<void> {
  await page.route(/verification_tasks\/\d+$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ status: 200, json: { ...(await answer.json()), ...more } });
  });
  const queue = { waiting: 37, mine: 2, incomplete: 3, second_looks: 4, differences: 1 };
  await page.route('**/api/v1/review/queue/', (route) => route.fulfill({ json: queue }));
}

const desk = (name: string, more: object, then?: (page: Page) => Promise<void>): Screen => ({
  name,
  path: '/home',
  open: async (page) => {
    await withLook(page, more);
    await page.goto('/review');
    await page.locator('.review-desk .who h1').waitFor();
    await page.locator('.frame img').waitFor();
    await then?.(page);
    await page.waitForTimeout(400);
  },
});

/** These screens decide nothing, because other screens count the demo's second looks. */
export const secondLookScreens: Screen[] = [
  desk('review-second-look', { looked_at: { ...none, state: 'owed', is_mine: true } }),
  desk('review-ask-second-look', { can_ask_second_look: true }, async (page) => {
    await page.keyboard.press('l');
    await page.getByRole('dialog', { name: 'Ask for a second look' }).waitFor();
    await page.keyboard.press('p');
  }),
  desk('review-key-second-look', { can_ask_second_look: true }),
  desk('review-difference', {
    looked_at: { ...none, state: 'differs', is_mine: true, first, second },
  }),
  desk('review-waits-for-second', {
    looked_at: { ...none, state: 'owed', is_mine: false, first },
  }),
  {
    name: 'verification-second-look',
    path: '/home',
    open: async (page) => {
      const settled = look(4, 'Anil Deshpande', 'positive', '');
      const looked_at = { state: 'settled', is_mine: false, first, second, settled };
      await withLook(page, { looked_at });
      await page.route(/verification_tasks\/\?/, async (route) => {
        const answer = await route.fetch();
        const list = await answer.json();
        const states = ['owed', 'differs'];
        const results = list.results.map((row: object, index: number) => ({
          ...row,
          second_look: states[index] ?? null,
        }));
        await route.fulfill({ json: { ...list, results } });
      });
      await page.goto('/verification');
      await page.getByRole('button', { name: /^View/ }).first().click();
      await dialog(page).waitFor();
      await page.getByRole('heading', { name: 'Second Look' }).scrollIntoViewIfNeeded();
    },
  },
];
