// Real time: a pause as long as the server asks for.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Request } from '@playwright/test';

interface Wanted<T> {
  path: string;
  served: Promise<T>;
  alert: Locator;
  dismiss?: () => Promise<void>;
}

/**
 * Presses the button, and repeats this while the server is busy, at most five times in all. Throws an error
 * with the alert's text if the server rejects the request for another reason.
 */
export async function pressUntilServed<T>(button: Locator, wanted: Wanted<T>): Promise<T> {
  const { path, served, alert, dismiss } = wanted;
  const page = button.page();
  let asked: Request | undefined;
  const remember = (request: Request) => {
    if (request.method() === 'POST' && request.url().includes(path)) asked = request;
  };
  page.on('request', remember);
  try {
    for (let tries = 1; tries <= 5; tries += 1) {
      asked = undefined;
      await button.click();
      const refused = alert.waitFor().then(() => undefined);
      const result = await Promise.race([served, refused]);
      if (result !== undefined) return result;
      const text = (await alert.allTextContents()).join(' ');
      // A request without an answer has timed out in the app, and counts as busy.
      const answer = await (asked as Request | undefined)?.response();
      const isBusy = asked !== undefined && (answer?.status() ?? 503) === 503;
      if (!isBusy) throw new Error(`Refused: ${text}`);
      await dismiss?.();
      await sleep(Number(answer?.headers()['retry-after'] ?? 1) * 1000);
    }
  } finally {
    page.off('request', remember);
  }
  throw new Error('The server was busy five times');
}
