import type { CDPSession, Locator, Page } from 'playwright';

declare global {
  interface Window {
    untilPaint: Promise<number>;
    takeSlowestEvent: () => number;
  }
}

/**
 * Describes the element that shows that the work is done. It matches `selector`, and has the text `text` or
 * another text than `isNot`, if these are given.
 */
export interface Sign {
  selector: string;
  text?: string;
  isNot?: string;
}

/** Makes the page measure the milliseconds from its next click until the frame that shows `sign` has been painted. */
async function awaitClick(page: Page, sign: Sign): Promise<void> {
  await page.evaluate(({ selector, text, isNot }) => {
    const isThere = () => {
      const element = document.querySelector(selector);
      if (element === null || element.textContent === isNot) return false;
      return text === undefined || element.textContent === text;
    };
    window.untilPaint = new Promise((resolve) => {
      const measure = (event: MouseEvent) => {
        const observer = new MutationObserver(() => {
          if (!isThere()) return;
          observer.disconnect();
          // The first frame paints the change. The second frame begins after that paint.
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
}

export interface Click {
  /** The time from the click until the change has been painted, in milliseconds. */
  waited: number;
  /** The CPU time of the page's main thread between the click and the paint, in milliseconds. */
  worked: number;
}

export async function measureClick(
  page: Page,
  devtools: CDPSession,
  { button, sign, slowdown }: { button: Locator; sign: Sign; slowdown: number },
): Promise<Click> {
  await awaitClick(page, sign);
  const box = await button.boundingBox();
  if (!box) throw new Error('There is nothing to click on');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const before = await readWork(devtools);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const waited = await page.evaluate(() => window.untilPaint);
  const worked = (await readWork(devtools)) - before;
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return { waited, worked };
}

export async function readWork(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/**
 * Presses keys one by one. Returns the milliseconds from each key to the next paint. The browser's Event
 * Timing doesn't report times below 16, so they count as 16.
 */
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
    // Waits longer after every fifth key, so that the draft is saved.
    await page.waitForTimeout(key % 5 === 4 ? 700 : 250);
    times.push(await page.evaluate(() => window.takeSlowestEvent()));
  }
  return times;
}
