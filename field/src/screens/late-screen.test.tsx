import { expect, test, vi } from 'vitest';
import { openPhone } from '../testing/day.ts';
import { openApp } from '../testing/open-app.tsx';
import { emptyPhone } from '../testing/phone.ts';

vi.mock('./queue/QueueScreen.tsx', () => new Promise(() => {}));
const loadSetSecret = vi.hoisted(() => vi.fn(() => ({ default: () => null })));
vi.mock('./session/SetSecretScreen.tsx', loadSetSecret);

// Covers: field-app-23
test('says after five seconds what to do if a screen does not load', async () => {
  await openPhone();
  const screen = await openApp('/queue');
  const words = screen.getByText('Doorstep is opening');
  await expect.element(words).toBeInTheDocument();
  const isVisibleAfter = (ms: number) => {
    for (const waiting of document.getAnimations()) {
      waiting.pause();
      waiting.currentTime = ms;
    }
    return getComputedStyle(words.element()).visibility === 'visible';
  };
  await expect.poll(() => [4_900, 5_100].map(isVisibleAfter)).toEqual([false, true]);
  await expect.element(screen.getByRole('button', { name: 'Open again' })).toBeVisible();
});

test('loads the screen after the sign-in early, because the network may be gone by then', async () => {
  await emptyPhone();
  await openApp();
  await expect.poll(() => loadSetSecret.mock.calls.length).toBe(1);
});
