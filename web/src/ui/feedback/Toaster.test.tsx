import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { Toaster } from './Toaster.tsx';
import { toast } from './toast.ts';

// Covers: formats-3
test('removes a toast after its time, and shows the same text once', async () => {
  const screen = await render(
    <>
      <h1>Page</h1>
      <Toaster />
    </>,
  );
  // Moves the pointer away from the toast's place, because a toast under the pointer stays.
  await screen.getByRole('heading').hover();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  toast.success('Saved', 60_000);
  toast.success('Saved', 60_000);
  await expect.element(screen.getByRole('status')).toMatchTextContent('Saved');
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => screen.getByText('Saved').elements()).toHaveLength(0);
});

test('keeps a toast while the pointer or the focus is on it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const screen = await render(<Toaster />);
  toast.error('Failed', 60_000);
  const card = screen.getByRole('alert');
  await card.hover();
  await expect.poll(() => vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(61_000);
  await expect.element(card).toBeVisible();
  await screen.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => screen.getByText('Failed').elements()).toHaveLength(0);
});
