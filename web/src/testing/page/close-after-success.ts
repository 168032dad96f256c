import { expect } from 'vitest';
import type { renderApp } from '../render-app.tsx';

/**
 * Presses a dialog's action, then the focused Close, and waits until the dialog is gone. It also closes automatically,
 * perhaps before an outside press is reported, so Close is pressed inside the page.
 */
export async function closeAfterSuccess(
  { screen }: Pick<Awaited<ReturnType<typeof renderApp>>, 'screen'>,
  act: () => PromiseLike<unknown>,
): Promise<void> {
  const dialog = screen.getByRole('dialog').or(screen.getByRole('alertdialog'));
  // The first one is the close icon.
  const close = dialog.getByRole('button', { name: 'Close' }).nth(1);
  const press = async () => {
    await expect.element(close).toHaveFocus();
    (close.element() as HTMLElement).click();
  };
  await Promise.all([press(), act()]);
  await expect.element(dialog).not.toBeInTheDocument();
}
