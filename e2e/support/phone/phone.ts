import { expect, type Page } from '@playwright/test';
import { pressAndSee } from '../../support/page/press-and-see.ts';
import { demoPassword } from '../sign-in.ts';

export const pin = '407192';

export const phone = {
  viewport: { width: 360, height: 640 },
  permissions: ['camera', 'geolocation'],
  geolocation: { latitude: 19.0726, longitude: 72.8845, accuracy: 12 },
};

export async function typePin(page: Page) {
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click();
}

/** Signs in, and chooses the PIN. Waits until the app can open without a network, then opens Today. */
export async function signInOnPhone(page: Page, email: string, address = '') {
  await page.goto(`${address}/field/`);
  await page.getByLabel('Phone or email').fill(email);
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Choose a PIN for this phone' }).waitFor();
  await typePin(page);
  await page.getByRole('heading', { name: 'The same PIN again' }).waitFor();
  await typePin(page);
  await expect(page.getByText('They open without a network.')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Go to today’s visits' }).click();
}

export async function openAt(page: Page, address: string) {
  await page.goto(address);
  await page.getByRole('heading', { name: 'Enter your PIN' }).waitFor();
  await typePin(page);
  await page.getByRole('heading', { name: 'Enter your PIN' }).waitFor({ state: 'hidden' });
}

/** Changes the address without a page load, because a page load would lock the app. */
export const goTo = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState({ depth: 0 }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, `/field${address}`);

export const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click();

/**
 * Starts the visit of a task, even if the app says that the phone is far from the usual area. Waits until the
 * app asks for the outcome.
 */
export async function beginVisit(page: Page, taskId: number) {
  await page.locator(`a[href="/field/task/${taskId}"]`).click();
  const found = page.getByRole('heading', { name: 'What did you find?' });
  const far = page.getByRole('button', { name: 'Start anyway' });
  await pressAndSee(
    page.getByRole('button', { name: /^(Start visit|Visit again)$/ }),
    found.or(far),
  );
  if (await far.isVisible()) await pressAndSee(page.getByRole('button', { name: 'Next' }), found);
}

export const answerNotAtDoor = (page: Page) =>
  page.getByRole('button', { name: 'No, I was there before' }).click();

/** Takes photos, starting from the viewfinder or from the list of photos. */
export async function takePhotos(page: Page, subjects: readonly string[]) {
  const viewfinder = page.getByRole('button', { name: /^Take photo: / });
  const listed = page.getByRole('button', { name: `Take: ${subjects[0]}` });
  await expect(viewfinder.or(listed)).toBeVisible();
  if (await listed.isVisible()) await listed.click();
  for (const subject of subjects) {
    const shutter = page.getByRole('button', { name: `Take photo: ${subject}` });
    await expect(shutter).toHaveAttribute('aria-disabled', 'false');
    await shutter.click();
  }
  await expect(page.getByRole('button', { name: /^Look at/ })).toHaveCount(subjects.length, {
    timeout: 60_000,
  });
  await page.getByRole('button', { name: 'Done' }).click();
  await viewfinder.waitFor({ state: 'hidden' });
  // The app shows its list of photos if more photos are wanted.
  if (await page.getByRole('heading', { name: 'Photos', exact: true }).isVisible())
    await next(page);
}

/** Answers each question with its first choice, and skips the questions without choices. */
async function answerQuestions(page: Page) {
  const count = page.getByText(/^\d+ of \d+$/);
  const numbers = async () =>
    String(await count.textContent())
      .split(' of ')
      .map(Number);
  const [, of = 0] = await numbers();
  for (let at = 1; at <= of; at += 1) {
    // An answer may also answer the next question, which the app then skips.
    await expect.poll(async () => (await numbers())[0]).toBeGreaterThanOrEqual(at);
    [at = of] = await numbers();
    // One screen may have two questions. The app leaves the screen after the answer to the second question.
    const isChoice = { has: page.locator('button[aria-pressed]') };
    const groups = await page.locator('main fieldset').filter(isChoice).all();
    if (groups.length === 0) await page.getByRole('button', { name: 'Skip' }).click();
    for (const group of groups) await group.locator('button[aria-pressed]').first().click();
  }
}

export async function makeAttempt(page: Page, taskId: number) {
  await beginVisit(page, taskId);
  await page.getByRole('button', { name: 'Locked' }).click();
  await takePhotos(page, ['Door']);
  await page.getByRole('button', { name: 'Tomorrow morning' }).click();
  await page.getByRole('button', { name: 'Finish' }).click();
  await isKept(page);
}

export async function sign(page: Page) {
  const box = await page.getByRole('img', { name: /^Place for the signature/ }).boundingBox();
  if (!box) throw new Error('There is no place to sign');
  const to = (x: number, y: number) =>
    page.mouse.move(box.x + x * box.width, box.y + y * box.height, { steps: 8 });
  await to(0.2, 0.6);
  await page.mouse.down();
  for (const [x, y] of [
    [0.35, 0.2],
    [0.4, 0.8],
    [0.6, 0.4],
    [0.8, 0.6],
  ] as const)
    await to(x, y);
  await page.mouse.up();
  await next(page);
}

/** Continues a visit after its photos, until the app shows "Saved safely on this phone". */
export async function makeFinalVisit(
  page: Page,
  remark: string,
  { signs = false, neighbour = '' } = {},
) {
  const isAsked = page.getByText(/^\d+ of \d+$/);
  const opinion = page.getByRole('heading', { name: 'What do you think?' });
  const neighbours = page.getByRole('heading', { name: 'Neighbours' });
  await expect(isAsked.or(opinion)).toBeVisible();
  if (await isAsked.isVisible()) await answerQuestions(page);
  const signature = page.getByRole('heading', { name: /^Signature/ });
  await expect(signature.or(neighbours).or(opinion)).toBeVisible();
  if (await signature.isVisible()) {
    if (signs) await sign(page);
    else await page.getByRole('button', { name: 'Did not want to sign' }).click();
  }
  await expect(neighbours.or(opinion)).toBeVisible();
  if (neighbour) await page.getByLabel('Name of a neighbour').fill(neighbour);
  if (await neighbours.isVisible()) await next(page);
  await page.getByRole('button', { name: /^Positive/ }).click();
  await page.getByLabel('Your remark').fill(remark);
  await next(page);
  await page.getByRole('button', { name: 'Finish visit' }).click();
  await isKept(page);
}

export async function makeCall(page: Page, ...answers: string[]) {
  await page.getByRole('link', { name: 'Call', exact: true }).click();
  await page.getByRole('link', { name: /^How did the call go/ }).click();
  for (const answer of answers)
    await page.getByRole('button', { name: answer, exact: true }).click();
  await page.getByRole('link', { name: 'Call', exact: true }).waitFor();
}

export async function cropDocument(page: Page, visit: string) {
  await goTo(page, `${visit}/camera/document`);
  const shutter = page.getByRole('button', { name: 'Take photo: Document' });
  await expect(shutter).toHaveAttribute('aria-disabled', 'false');
  await shutter.click();
  await expect(page.getByText(/Cover the first eight digits of an Aadhaar number/)).toBeVisible();
  await crop(page);
}

export async function crop(page: Page) {
  await page.getByRole('button', { name: 'Crop' }).click();
  await page.getByRole('slider', { name: 'Right edge' }).press('PageUp');
  await page.getByRole('button', { name: 'Crop' }).click();
  await expect(page.getByText(/· cropped$/)).toBeVisible();
}

export async function dragToTop(page: Page, taskId: number) {
  const row = page.locator(`[data-stop="${taskId}"]`);
  await row.locator('.touch-none').hover();
  await page.mouse.down();
  const top = await page.locator('[data-stop]').first().boundingBox();
  let x = 24;
  await expect
    .poll(async () => {
      // Moves repeatedly, because each movement passes at most one other stop.
      x += 1;
      await page.mouse.move(x, Math.max(1, (top?.y ?? 0) + 4));
      return row.evaluate(({ style }) => style.order);
    })
    .toBe('0');
  await page.mouse.up();
  await expect(page.getByText(/ is stop 1 of \d+\. Saved on this phone\.$/)).toBeVisible();
}

export const isKept = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Saved safely on this phone' })).toBeVisible();

export const toToday = (page: Page) => page.getByRole('button', { name: 'Today' }).click();

interface Queued {
  visitId: string;
  taskId: number;
  state: string;
  receivedAt: string | null;
  photos: { sha256: string; isSignature?: boolean }[];
}

/** Reads the calls and the queue. `isWhole`: whether the phone has a visit's photos and its signature. */
const readDatabase = (page: Page) =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await done(indexedDB.open('doorstep-field'));
    const trx = db.transaction(['calls', 'outbox', 'photos']);
    const calls: { id: string; state: string }[] = await done(trx.objectStore('calls').getAll());
    const queue: Queued[] = await done(trx.objectStore('outbox').getAll());
    const keys = (await done(trx.objectStore('photos').getAllKeys())) as [string, string][];
    db.close();
    return {
      calls: calls.map(({ id, state }) => ({ id, state })),
      queue: queue.map(({ visitId, taskId, state, receivedAt, photos }) => ({
        ...{ visitId, taskId, state, isReceived: receivedAt !== null },
        photos: photos.flatMap(({ sha256, isSignature }) => (isSignature ? [] : sha256)),
        isSigned: photos.some(({ isSignature }) => isSignature),
        isWhole: photos.every(({ sha256 }) =>
          keys.some(([visit, sum]) => visit === visitId && sum === sha256),
        ),
      })),
    };
  });

export const readCalls = async (page: Page) => (await readDatabase(page)).calls;
export const readQueue = async (page: Page) => (await readDatabase(page)).queue;
