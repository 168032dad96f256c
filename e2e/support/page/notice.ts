import type { Page } from '@playwright/test';

/** Notices that doing something shows a text, in the page itself: a message is gone after two seconds, before a busy machine may look. */
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
