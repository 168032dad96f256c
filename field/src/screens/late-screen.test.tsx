import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from '../App.tsx';
import { openPhone } from '../testing/day.ts';

vi.mock('./queue/QueueScreen.tsx', () => new Promise(() => {}));

afterEach(() => history.replaceState(null, '', '/'));

// Covers: field-app-23
test('says after five seconds what to do if a screen does not load', async () => {
  await openPhone();
  history.replaceState(null, '', '/field/queue');
  const screen = await render(<App />);
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
