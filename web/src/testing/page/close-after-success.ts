import { expect } from 'vitest';
import type { renderApp } from '../render-app.tsx';

/**
 * Presses a dialog's action and its focused Close button, and waits until the dialog is gone. A script in the
 * page presses Close, because the dialog may close automatically before Playwright reports a press.
 */
export async function closeAfterSuccess(
  { screen }: Pick<Awaited<ReturnType<typeof renderApp>>, 'screen'>,
  act: () => PromiseLike<unknown>,
): Promise<void> {
  const dialog = screen.getByRole('dialog').or(screen.getByRole('alertdialog'));
  // The first button with this name is the close icon.
  const close = dialog.getByRole('button', { name: 'Close' }).nth(1);
  const press = async () => {
    await expect.element(close).toHaveFocus();
    (close.element() as HTMLElement).click();
  };
  await Promise.all([press(), act()]);
  await expect.element(dialog).not.toBeInTheDocument();
}
