import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { holdTimeouts } from '../../testing/page/page-clock.ts';
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

test('shows a failure in the dialog', async () => {
  const error = 'Failed to delete agent. Please try again.';
  const screen = await render(<ConfirmDelete {...props} error={error} />);
  await expect.element(screen.getByRole('alert')).toHaveTextContent(error);
});

// Covers: deleting-2
test('confirms the deletion, then closes', async () => {
  const onClose = vi.fn();
  const done = { success: 'Agent deleted successfully', closeAfter: 60_000, onClose };
  holdTimeouts();
  const screen = await render(<ConfirmDelete {...props} {...done} />);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Agent deleted successfully');
  expect(onClose).not.toHaveBeenCalled();
  // Polls, because the timer starts a moment after the text appears.
  await expect
    .poll(() => {
      vi.advanceTimersByTime(60_000);
      return onClose.mock.calls.length;
    })
    .toBe(1);
});
