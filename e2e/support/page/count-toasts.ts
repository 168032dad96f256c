import type { Page } from '@playwright/test';

/** Counts toasts with this text from now on, also after reloads. The returned function returns the count. */
export async function countToasts(page: Page, text: string): Promise<() => number> {
  let count = 0;
  await page.exposeFunction('countToast', () => {
    count += 1;
  });
  const watch = (wanted: string) => {
    const isToast = (node: Node) =>
      node instanceof Element && node.matches('.toast') && node.textContent?.includes(wanted);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (isToast(node)) (window as unknown as { countToast(): void }).countToast();
        }
      }
    }).observe(document, { childList: true, subtree: true });
  };
  await page.addInitScript(watch, text);
  await page.evaluate(watch, text);
  return () => count;
}
