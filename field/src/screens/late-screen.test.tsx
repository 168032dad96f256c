import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from '../App.tsx';
import { openPhone } from '../testing/day.ts';

vi.mock('./queue/QueueScreen.tsx', () => new Promise(() => {}));

afterEach(() => history.replaceState(null, '', '/'));

// Covers: field-app-23
test('a screen that does not come says after five seconds how to go on', async () => {
  await openPhone();
  history.replaceState(null, '', '/field/queue');
  const screen = await render(<App />);
  const words = screen.getByText('Doorstep is opening');
  await expect.element(words).toBeInTheDocument();
  const [waiting] = document.getAnimations();
  waiting?.pause();
  const isVisibleAfter = (ms: number) => {
    if (waiting) waiting.currentTime = ms;
    return getComputedStyle(words.element()).visibility === 'visible';
  };
  expect([isVisibleAfter(4_900), isVisibleAfter(5_100)]).toEqual([false, true]);
  await expect.element(screen.getByRole('button', { name: 'Open again' })).toBeVisible();
});
