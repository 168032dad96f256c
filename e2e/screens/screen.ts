import type { Page } from '@playwright/test';

export type Step = (page: Page) => Promise<unknown>;

export interface Screen {
  name: string;
  path: string;
  isPublic?: boolean;
  /** Prepares the server's answers, before the page loads. */
  before?: Step[];
  /** The steps from the loaded page to the screen. */
  open?: Step[];
}

export const events = '**/api/v1/events/**';

/** Gives a fixed answer to the calls of a path below `/api/v1/`. */
export const answer =
  (path: string, json: object, status = 200): Step =>
  (page) =>
    page.route(`**/api/v1/${path}`, (route) => route.fulfill({ status, json }));

/** Changes the server's own answers. */
export const change =
  <Json extends object>(path: string | RegExp, to: (json: Json) => object): Step =>
  (page) =>
    page.route(path, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ json: to(await response.json()) });
    });

export const changeVerification = <Json extends object>(to: (record: Json) => object) =>
  change<Json>(/verification_tasks\/\d+$/, (record) => ({ ...record, ...to(record) }));

export const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

const button = (within: Page | ReturnType<typeof dialog>, name: RegExp | string) =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).first();

export const click =
  (name: RegExp | string): Step =>
  (page) =>
    button(page, name).click();
export const clickInDialog =
  (name: RegExp | string): Step =>
  (page) =>
    button(dialog(page), name).click();
export const dialogBy =
  (name: RegExp | string): Step =>
  async (page) => {
    await click(name)(page);
    await dialog(page).waitFor();
  };
export const link =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('link', { name }).click();
export const fill =
  (label: string | RegExp, text: string): Step =>
  (page) =>
    page.getByLabel(label, { exact: typeof label === 'string' }).fill(text);
export const press =
  (...keys: string[]): Step =>
  async (page) => {
    for (const key of keys) await page.keyboard.press(key);
  };

/** Waits for a text, or for another part of the page. */
export const see =
  (text: RegExp | string): Step =>
  (page) =>
    page.getByText(text).first().waitFor();
export const seeRole =
  (...role: Parameters<Page['getByRole']>): Step =>
  (page) =>
    page
      .getByRole(...role)
      .first()
      .waitFor();
export const scrollTo =
  (heading: RegExp | string): Step =>
  (page) =>
    page.getByRole('heading', { name: heading }).evaluate((one) => one.scrollIntoView());

export const settle: Step = (page) => page.waitForLoadState('networkidle');

/** Waits until the review desk shows a case with its photo. */
export const desk: Step = async (page) => {
  await page.locator('.review-desk .who h1').waitFor();
  await page.locator('.frame img').waitFor();
  await page.waitForTimeout(400);
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
  for (const step of screen.before ?? []) await step(page);
  await page.goto(screen.path);
  await settle(page);
  for (const step of screen.open ?? []) await step(page);
  await endTransitions(page);
}
