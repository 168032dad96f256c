import { nextCases, releaseClaim } from '@doorstep/contract/review';
import { answer } from '@doorstep/contract/testing/backend';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { holdIntervals } from '../../testing/page/page-clock.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { deskOf, nameOf, openDesk } from '../../testing/review-desk.ts';

const lock = 'doorstep-review-desk';
let asked: number;
let givenUp: number;

beforeEach(() => {
  deskOf([501]);
  asked = 0;
  givenUp = 0;
  answer(nextCases, ({ body }) => {
    asked += 1;
    // Doesn't offer the shown case again. Otherwise, a user who leaves would release the case twice.
    return { verification_ids: (body as { after?: number }).after === undefined ? [501] : [] };
  });
  answer(releaseClaim, () => {
    givenUp += 1;
    return { success: true as const, message: 'Released.' };
  });
});

/**
 * Simulates another tab that holds the desk's lock until the test ends. `ended` resolves to 'taken away' if
 * the page takes over the lock.
 */
function otherTab(options: LockOptions = {}) {
  const over = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  onTestFinished(() => over.resolve());
  const ended = navigator.locks
    .request(lock, options, () => {
      isHeld.resolve();
      return over.promise;
    })
    .then(
      () => 'closed',
      () => 'taken away',
    );
  return { isHeld: isHeld.promise, ended };
}

const words = 'The review desk is open in another tab';

// Covers: review-13
test('claims nothing while another tab has the desk, until it takes the desk over', async () => {
  const other = otherTab();
  await other.isHeld;
  const { screen } = await renderApp('/review');
  await expect.element(screen.getByRole('alert')).toMatchTextContent(words);
  await expect.poll(() => asked).toBe(0);
  await screen.getByRole('button', { name: 'Take over here' }).click();
  await expect.element(nameOf(screen, 501)).toHaveFocus();
  await expect.element(screen.getByText(words)).not.toBeInTheDocument();
  expect(await other.ended).toBe('taken away');
});

// Covers: review-13
test('waits for a free desk, however slowly the browser grants it', async () => {
  const request: LockManager['request'] = navigator.locks.request.bind(navigator.locks);
  const isAsked = Promise.withResolvers<void>();
  const isGiven = Promise.withResolvers<void>();
  const asks = vi.spyOn(navigator.locks, 'request');
  onTestFinished(() => asks.mockRestore());
  asks.mockImplementation(async (...call: Parameters<typeof request>) => {
    if (call[0] === lock) {
      isAsked.resolve();
      await isGiven.promise;
    }
    return request(...call);
  });
  holdIntervals();
  const looks = vi.spyOn(navigator.locks, 'query');
  onTestFinished(() => looks.mockRestore());
  const { screen } = await renderApp('/review');
  await isAsked.promise;
  vi.advanceTimersByTime(1_200);
  // Waits until the desk has checked which tab holds the lock.
  await looks.mock.results[0]?.value;
  expect(looks).toHaveBeenCalledOnce();
  isGiven.resolve();
  await expect.element(nameOf(screen, 501)).toHaveFocus();
});

// Covers: review-13
test('stops when another tab takes the desk over, says so, and leaves its claims to that tab', async () => {
  const { screen } = await openDesk();
  await otherTab({ steal: true }).isHeld;
  await expect.element(screen.getByRole('alert')).toMatchTextContent(words);
  await expect.element(nameOf(screen, 501)).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('searchbox')).toBeVisible();
  await expect.poll(() => givenUp).toBe(0);
});

// Covers: review-13
test('releases the desk and its claims on leaving, and gets it again immediately', async () => {
  const { router, focuses } = await openDesk();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => givenUp).toBe(1);
  await router.navigate({ to: '/review' });
  await focuses(501);
});

// Covers: review-13
test('gives each tab a desk without Web Locks', async () => {
  const locks = vi.spyOn(navigator, 'locks', 'get').mockReturnValue(undefined as never);
  onTestFinished(() => locks.mockRestore());
  const { screen } = await openDesk();
  await expect.element(nameOf(screen, 501)).toBeVisible();
});
