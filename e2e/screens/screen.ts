import type { Verification } from '@doorstep/contract/verifications';
import type { Page, Route } from '@playwright/test';

export type Step = ((page: Page) => Promise<unknown>) & { isBeforeLoad?: boolean };

export interface Screen {
  name: string;
  path: string;
  steps: Step[];
  isPublic?: boolean;
}

/**
 * The steps lead from the loaded page to the screen. Steps with `isBeforeLoad` run before the page loads, and
 * replace or change the server's answers.
 */
export const screen = (name: string, path: string, steps: Step[] = []): Screen => ({
  ...{ name, path, steps },
});

export const events = '**/api/v1/events/**';

const onRoute = (path: string | RegExp, handle: (route: Route) => Promise<void>): Step =>
  Object.assign((page: Page) => page.route(path, handle), { isBeforeLoad: true });

/** Gives a fixed answer to the calls of a path below `/api/v1/`. */
export const answer = (path: string, json: object, status = 200) =>
  onRoute(`**/api/v1/${path}`, (route) => route.fulfill({ status, json }));

/** Changes the server's own answers. */
export const change = (path: string | RegExp, to: (json: never) => object) =>
  onRoute(path, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: to((await response.json()) as never) });
  });

export const changeVerification = (to: (record: Verification) => object) =>
  change(/verification_tasks\/\d+$/, (record: Verification) => ({ ...record, ...to(record) }));

export const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

const button = (within: Page | ReturnType<typeof dialog>, name: RegExp | string) =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).first();

const step = (act: (page: Page) => Promise<unknown>): Step => act;

export const click = (name: RegExp | string) => step((page) => button(page, name).click());
export const clickInDialog = (name: RegExp | string) =>
  step((page) => button(dialog(page), name).click());
export const dialogBy = (name: RegExp | string) =>
  step(async (page) => {
    await button(page, name).click();
    await dialog(page).waitFor();
  });
export const link = (name: RegExp | string) =>
  step((page) => page.getByRole('link', { name }).click());
export const fill = (label: RegExp | string, text: string) =>
  step((page) => page.getByLabel(label, { exact: typeof label === 'string' }).fill(text));
export const press = (...keys: string[]) =>
  step(async (page) => {
    for (const key of keys) await page.keyboard.press(key);
  });

export const see = (text: RegExp | string) =>
  step((page) => page.getByText(text).first().waitFor());
export const seeRole = (...role: Parameters<Page['getByRole']>) =>
  step((page) =>
    page
      .getByRole(...role)
      .first()
      .waitFor(),
  );
export const scrollTo = (heading: RegExp | string) =>
  step((page) =>
    page.getByRole('heading', { name: heading }).evaluate((one) => one.scrollIntoView()),
  );

export const settle: Step = (page) => page.waitForLoadState('networkidle');

/** Waits until the review desk shows a case with its photo. */
export const desk: Step = async (page) => {
  await page.locator('.review-desk .who h1').waitFor();
  await page.locator('.frame img').waitFor();
  await page.waitForTimeout(400);
};

/** Waits until all animations have finished, except endless animations. */
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
  for (const step of screen.steps) if (step.isBeforeLoad) await step(page);
  await page.goto(screen.path);
  await settle(page);
  for (const step of screen.steps) if (!step.isBeforeLoad) await step(page);
  await endTransitions(page);
}
