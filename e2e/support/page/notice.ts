import type { Page } from '@playwright/test';

/**
 * Watches inside the page that an action shows a text. A message disappears after two seconds, perhaps before a busy
 * machine looks.
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
