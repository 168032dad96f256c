import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { preloadable } from './preloadable.ts';

const greeting = async () => ({ default: ({ name }: { name: string }) => <p>Hello {name}</p> });

async function show(Greeting: ReturnType<typeof preloadable<{ name: string }>>) {
  const fallBack = vi.fn(() => null);
  const Fallback = () => fallBack();
  const screen = await render(
    <Suspense fallback={<Fallback />}>
      <Greeting name="Asha" />
    </Suspense>,
  );
  await expect.element(screen.getByText('Hello Asha')).toBeVisible();
  return fallBack;
}

test('shows loaded code immediately, without the fallback', async () => {
  const Greeting = preloadable(greeting);
  await Greeting.preload();
  expect(await show(Greeting)).not.toHaveBeenCalled();
});

test('waits for code that is not loaded', async () => {
  expect(await show(preloadable(greeting))).toHaveBeenCalled();
});

test('loads again on display after a failed preload', async () => {
  const load = vi.fn(greeting).mockRejectedValueOnce(new Error('offline'));
  const Greeting = preloadable(load);
  await Greeting.preload();
  await show(Greeting);
  expect(load).toHaveBeenCalledTimes(2);
});
