import { expect, type Page } from '@playwright/test';
import { pressAndSee } from '../../support/page/press-and-see.ts';
import { demoPassword } from '../sign-in.ts';

export const pin = '407192';

/** A small phone in Mumbai, with a camera. */
export const phone = {
  viewport: { width: 360, height: 640 },
  permissions: ['camera', 'geolocation'],
  geolocation: { latitude: 19.0726, longitude: 72.8845, accuracy: 12 },
};

export async function typePin(page: Page) {
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click();
}

/**
 * The first sign-in on a phone, until all of the app is stored there and Today is shown. Without a service worker
 * nothing is stored.
 */
export async function signInOnPhone(
  page: Page,
  email: string,
  address = '',
  { hasServiceWorker = true } = {},
) {
  await page.goto(`${address}/field/`);
  await page.getByLabel('Phone or email').fill(email);
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Choose a PIN for this phone' }).waitFor();
  await typePin(page);
  await page.getByRole('heading', { name: 'The same PIN again' }).waitFor();
  await typePin(page);
  if (hasServiceWorker) {
    await expect(page.getByText('They open without a network.')).toBeVisible({ timeout: 60_000 });
  }
  await page.getByRole('button', { name: "Go to today's visits" }).click();
}

/** Opens an address anew, and the lock before it. */
export async function openAt(page: Page, address: string) {
  await page.goto(address);
  await page.getByRole('heading', { name: 'Enter your PIN' }).waitFor();
  await typePin(page);
  await page.getByRole('heading', { name: 'Enter your PIN' }).waitFor({ state: 'hidden' });
}

/** Goes to an address inside the app; the lock stays open. */
export const goTo = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState({ depth: 0 }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, `/field${address}`);

export const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click();

/** Begins the visit of a task that Today shows, and goes on to what was found. */
export async function beginVisit(page: Page, taskId: number) {
  await page.locator(`a[href="/field/task/${taskId}"]`).click();
  await pressAndSee(
    page.getByRole('button', { name: /^(Start visit|Visit again)$/ }),
    page.getByText('12 m', { exact: true }),
  );
  await next(page);
}

/** Answers that the agent is not at the door now, where a visit that was begun asks. */
export const saysLeft = (page: Page) =>
  page.getByRole('button', { name: 'No, I was there before' }).click();

/** Takes photos from the list of those wanted, one after the other, and goes on. */
export async function takePhotos(page: Page, subjects: readonly string[]) {
  await page.getByRole('button', { name: subjects[0], exact: true }).click();
  for (const subject of subjects) {
    const shutter = page.getByRole('button', { name: `Take photo: ${subject}` });
    await expect(shutter).toHaveAttribute('aria-disabled', 'false');
    await shutter.click();
  }
  await expect(page.getByRole('button', { name: /^Look at/ })).toHaveCount(subjects.length, {
    timeout: 60_000,
  });
  await page.getByRole('button', { name: 'Done' }).click();
  await next(page);
}

/** Answers each question by its first answer, and the others not at all. */
export async function answerQuestions(page: Page) {
  const count = page.getByText(/^\d+ of \d+$/);
  const of = Number((await count.textContent())?.split(' of ')[1]);
  for (let at = 1; at <= of; at += 1) {
    await expect(count).toHaveText(`${at} of ${of}`);
    const first = page.locator('main fieldset button[aria-pressed]').first();
    const isChoice = (await first.count()) > 0;
    await (isChoice ? first : page.getByRole('button', { name: 'Skip' })).click();
    const asMany = page.getByText('Choose all that apply');
    if (isChoice && (await asMany.count()) > 0 && (await count.textContent()) === `${at} of ${of}`)
      await next(page);
  }
}

/** A locked door: a photo of it, and when to try again. Ends on "Saved safely on this phone". */
export async function makeAttempt(page: Page, taskId: number) {
  await beginVisit(page, taskId);
  await page.getByRole('button', { name: 'Locked' }).click();
  await takePhotos(page, ['Door']);
  await page.getByRole('button', { name: 'Tomorrow morning' }).click();
  await page.getByRole('button', { name: 'Finish' }).click();
  await isKept(page);
}

/** Goes on from what was found, to the end: each question by its first answer. Ends on "Saved safely on this phone". */
export async function makeFinalVisit(page: Page, remark: string) {
  const isAsked = page.getByText(/^\d+ of \d+$/);
  const opinion = page.getByRole('heading', { name: 'What do you think?' });
  const neighbours = page.getByRole('heading', { name: 'Neighbours' });
  await expect(isAsked.or(opinion)).toBeVisible();
  if (await isAsked.isVisible()) await answerQuestions(page);
  await expect(neighbours.or(opinion)).toBeVisible();
  if (await neighbours.isVisible()) await next(page);
  await page.getByRole('button', { name: /^Positive/ }).click();
  await page.getByLabel('Your remark').fill(remark);
  await next(page);
  await page.getByRole('button', { name: 'Finish visit' }).click();
  await isKept(page);
}

export const isKept = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Saved safely on this phone' })).toBeVisible();

export const toToday = (page: Page) => page.getByRole('button', { name: 'Today' }).click();

/** The queue as the phone's database has it, and whether it holds all that the server has not confirmed. */
export const readQueue = (page: Page) =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    interface Queued {
      visitId: string;
      taskId: number;
      state: string;
      receivedAt: string | null;
      photos: { sha256: string }[];
    }
    const db = await done(indexedDB.open('doorstep-field'));
    const trx = db.transaction(['outbox', 'photos']);
    const queue = (await done(trx.objectStore('outbox').getAll())) as Queued[];
    const keys = (await done(trx.objectStore('photos').getAllKeys())) as [string, string][];
    db.close();
    return queue.map(({ visitId, taskId, state, receivedAt, photos }) => ({
      ...{ visitId, taskId, state, isReceived: receivedAt !== null },
      photos: photos.map(({ sha256 }) => sha256),
      isWhole: photos.every(({ sha256 }) =>
        keys.some(([visit, sum]) => visit === visitId && sum === sha256),
      ),
    }));
  });
