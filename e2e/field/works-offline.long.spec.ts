import { expect, type Page } from '@playwright/test';
import { install, isShown, reloadUntil, test } from '../support/phone/built-phone-app.ts';

const openVisit = (page: Page, isOpen: boolean) =>
  page.evaluate(
    (isOpen) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('doorstep-field');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const trx = opening.result.transaction('drafts', 'readwrite');
          if (isOpen) trx.objectStore('drafts').put({ visitId: 'a', taskId: 1 });
          else trx.objectStore('drafts').clear();
          trx.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    isOpen,
  );

// Covers: field-app-16
test('delays a new version until no visit is open', async ({ page, app }) => {
  await install(page, app);
  await openVisit(page, true);
  await app.release('Version 2');
  const isWaiting = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
      return registration?.waiting?.state;
    });
  await expect.poll(isWaiting).toBe('installed');
  for (let times = 0; times < 2; times += 1) {
    await page.reload();
    await isShown(page);
    expect(await page.title()).not.toBe('Version 2');
  }
  expect(await isWaiting()).toBe('installed');
  await openVisit(page, false);
  await reloadUntil(page, 'Version 2');
  await isShown(page);
});
