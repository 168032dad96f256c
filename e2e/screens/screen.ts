import type { Page } from '@playwright/test';

/** A screen in one of its states: where it is, and what opens it. */
export interface Screen {
  name: string;
  path: string;
  /** Shown to people who are not signed in. */
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
/** Clicks, and waits until the dialog stands. */
export const dialogBy = (name: RegExp | string) => async (page: Page) => {
  await click(name)(page);
  await dialog(page).waitFor();
};

/** Goes to a screen, opens its state, and waits until nothing more is loading. */
export async function show(page: Page, screen: Screen): Promise<void> {
  // A connection that stays open is loading for ever.
  await page.route(events, (route) => route.fulfill({ status: 404 }));
  await page.goto(screen.path);
  await page.waitForLoadState('networkidle');
  await screen.open?.(page);
  await page.waitForTimeout(350);
}
