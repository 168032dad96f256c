import type { Page } from '@playwright/test';

/**
 * Expects that an action shows a text. Observes the text inside the page, because a toast disappears after
 * two seconds.
 */
export async function notice(
  page: Page,
  text: string,
  doing: () => Promise<unknown>,
): Promise<void> {
  const shown = page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.body.innerText.includes(wanted)) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { childList: true, characterData: true, subtree: true });
      }),
    text,
  );
  await Promise.all([shown, doing()]);
}
