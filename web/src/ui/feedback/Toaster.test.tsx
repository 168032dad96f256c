import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { Toaster } from './Toaster.tsx';
import { toast } from './toast.ts';

// Covers: formats-3
test('a toast goes by itself, and the same text shows once', async () => {
  const screen = await render(<Toaster />);
  toast.success('Saved', 1_000);
  toast.success('Saved', 1_000);
  await expect.element(screen.getByRole('status')).toMatchTextContent('Saved');
  await expect.poll(() => screen.getByText('Saved').elements()).toHaveLength(0);
});

test('a toast waits while the pointer or the focus is on it', async () => {
  const screen = await render(<Toaster />);
  toast.error('Failed', 2_000);
  const card = screen.getByRole('alert');
  await card.hover();
  await new Promise((resolve) => setTimeout(resolve, 2_400));
  await expect.element(card).toBeVisible();
  await screen.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => screen.getByText('Failed').elements()).toHaveLength(0);
});
