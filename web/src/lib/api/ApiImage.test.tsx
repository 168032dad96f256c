import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { holdTimeouts } from '../../testing/page/page-clock.ts';
import { applyConfig } from '../config.ts';
import { ApiImage } from './ApiImage.tsx';
import { noteAnswer, noteNoAnswer } from './connection.ts';

const picture = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

afterEach(() => applyConfig({}));

test('shows a picture that loads', async () => {
  const screen = await render(<ApiImage src={picture} alt="Front door" />);
  await expect
    .element(screen.getByRole('img', { name: 'Front door' }))
    .toHaveAttribute('src', picture);
});

// Covers: verifications-17, fault-44
test('retries a broken picture once with the base address prefixed, then shows a tile', async () => {
  applyConfig({ apiBaseUrl: 'http://127.0.0.1:9/base/' });
  const onUnavailable = vi.fn();
  const tried = new Set<string>();
  const watch = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) tried.add(name);
  });
  watch.observe({ type: 'resource' });
  const screen = await render(
    <ApiImage src="/media/gone.jpg" alt="Front door" onUnavailable={onUnavailable} />,
  );
  await expect
    .element(screen.getByRole('img', { name: 'Front door (not available)' }))
    .toBeVisible();
  expect(onUnavailable).toHaveBeenCalledTimes(1);
  await expect.poll(() => [...tried]).toContain('http://127.0.0.1:9/base/media/gone.jpg');
  watch.disconnect();
});

// Covers: fault-63
test('tries a failed picture again when the server answers again', async () => {
  applyConfig({ apiBaseUrl: 'http://127.0.0.1:9/base/' });
  const screen = await render(<ApiImage src="/media/late.gif" alt="Front door" />);
  await expect
    .element(screen.getByRole('img', { name: 'Front door (not available)' }))
    .toBeVisible();
  applyConfig({ apiBaseUrl: `${picture}#` });
  noteNoAnswer();
  noteAnswer();
  await expect
    .element(screen.getByRole('img', { name: 'Front door', exact: true }))
    .toHaveAttribute('src', `${picture}#/media/late.gif`);
});

// Covers: fault-63
test('tries a single failed picture again a few times, and shows it once it loads', async () => {
  holdTimeouts();
  applyConfig({ apiBaseUrl: 'http://127.0.0.1:9/base/' });
  const screen = await render(<ApiImage src="/media/late.gif" alt="Front door" />);
  const tile = screen.getByRole('img', { name: 'Front door (not available)' });
  await expect.element(tile).toBeVisible();
  vi.advanceTimersByTime(3_000);
  await expect.element(tile).toBeVisible();
  applyConfig({ apiBaseUrl: `${picture}#` });
  vi.advanceTimersByTime(57_000);
  await expect
    .element(screen.getByRole('img', { name: 'Front door', exact: true }))
    .toHaveAttribute('src', `${picture}#/media/late.gif`);
});
