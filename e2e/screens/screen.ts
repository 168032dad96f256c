import type { Page } from '@playwright/test';

export interface Screen {
  name: string;
  path: string;
  isPublic?: boolean;
  open?: (page: Page) => Promise<unknown>;
}

export const events = '**/api/v1/events/**';

export const click = (name: RegExp | string) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
export const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
export const dialogBy = (name: RegExp | string) => async (page: Page) => {
  await click(name)(page);
  await dialog(page).waitFor();
};

/** Ignores endless animations, because they never finish. */
export async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => {});
  });
}

export async function show(page: Page, screen: Screen): Promise<void> {
  // Blocks the event stream, because a connection that stays open counts as loading.
  await page.route(events, (route) => route.fulfill({ status: 404 }));
  await page.goto(screen.path);
  await page.waitForLoadState('networkidle');
  await screen.open?.(page);
  await endTransitions(page);
}
