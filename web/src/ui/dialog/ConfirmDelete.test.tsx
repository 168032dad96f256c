import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ConfirmDelete } from './ConfirmDelete.tsx';

const props = {
  title: 'Delete agent',
  name: 'Kabir Shah',
  effect: 'They can no longer sign in.',
  isBusy: false,
  onConfirm: () => {},
  onClose: () => {},
};

test('names the object and the effect, and deletes only after confirmation', async () => {
  const onConfirm = vi.fn();
  const onClose = vi.fn();
  const screen = await render(<ConfirmDelete {...props} {...{ onConfirm, onClose }} />);
  const dialog = screen.getByRole('alertdialog', { name: 'Delete agent' });
  await expect.element(dialog).toMatchTextContent('Delete Kabir Shah?');
  await expect.element(dialog).toMatchTextContent('They can no longer sign in.');
  await screen.getByRole('button', { name: 'Delete' }).click();
  expect(onConfirm).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});

// Covers: deleting-1
test('neither closes nor deletes twice while deleting', async () => {
  const onConfirm = vi.fn();
  const onClose = vi.fn();
  const screen = await render(<ConfirmDelete {...props} isBusy {...{ onConfirm, onClose }} />);
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Deleting...' }).click({ force: true });
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await expect.element(screen.getByRole('button', { name: 'Close' })).toBeDisabled();
  expect(onConfirm).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});
