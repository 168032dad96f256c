import { expect } from 'vitest';
import type { renderApp } from '../render-app.tsx';

/**
 * Does what a dialog is for, presses the Close that has the focus then, and waits until the dialog is gone. It closes by
 * itself too, on a busy machine maybe before a press from outside is said to be done: Close is pressed from inside.
 */
export async function closeDone(
  { screen }: Pick<Awaited<ReturnType<typeof renderApp>>, 'screen'>,
  act: () => PromiseLike<unknown>,
): Promise<void> {
  const dialog = screen.getByRole('dialog').or(screen.getByRole('alertdialog'));
  // The first one is the cross.
  const close = dialog.getByRole('button', { name: 'Close' }).nth(1);
  const press = async () => {
    await expect.element(close).toHaveFocus();
    (close.element() as HTMLElement).click();
  };
  await Promise.all([press(), act()]);
  await expect.element(dialog).not.toBeInTheDocument();
}
