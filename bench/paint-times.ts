import type { Locator, Page } from 'playwright';

declare global {
  interface Window {
    untilPaint: Promise<number>;
    takeSlowestEvent: () => number;
  }
}

/** What stands on the screen once the work is done: an element, and what it says. */
export interface Sign {
  selector: string;
  text?: string;
}

/** Milliseconds from the click on `button` until the frame that shows `sign` has been painted. */
export async function timeClickToPaint(page: Page, button: Locator, sign: Sign): Promise<number> {
  await page.evaluate(({ selector, text }) => {
    const isThere = () => {
      const element = document.querySelector(selector);
      return element !== null && (text === undefined || element.textContent === text);
    };
    window.untilPaint = new Promise((resolve) => {
      const measure = (event: MouseEvent) => {
        const observer = new MutationObserver(() => {
          if (!isThere()) return;
          observer.disconnect();
          // The second frame begins when the first one, with the change, has been painted.
          requestAnimationFrame(() =>
            requestAnimationFrame(() => resolve(performance.now() - event.timeStamp)),
          );
        });
        observer.observe(document, { subtree: true, childList: true, characterData: true });
        observer.observe(document.body, { subtree: true, attributeFilter: ['class'] });
      };
      document.addEventListener('click', measure, { capture: true, once: true });
    });
  }, sign);
  await button.click();
  return page.evaluate(() => window.untilPaint);
}

/** Presses keys one by one; for each, milliseconds from the key to the next paint as Event Timing tells them, 16 at least. */
export async function timeKeys(page: Page, count: number): Promise<number[]> {
  await page.evaluate(() => {
    let slowest = 16;
    const observer = new PerformanceObserver((entries) => {
      for (const { duration } of entries.getEntries()) slowest = Math.max(slowest, duration);
    });
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    window.takeSlowestEvent = () => {
      const taken = slowest;
      slowest = 16;
      return taken;
    };
  });
  const times: number[] = [];
  for (let key = 0; key < count; key++) {
    await page.evaluate(() => window.takeSlowestEvent());
    await page.keyboard.press('abcdefghij'[key % 10] ?? 'a');
    // Every fifth is followed by a pause, in which the draft is kept.
    await page.waitForTimeout(key % 5 === 4 ? 700 : 250);
    times.push(await page.evaluate(() => window.takeSlowestEvent()));
  }
  return times;
}
