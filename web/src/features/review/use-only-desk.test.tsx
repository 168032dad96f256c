import { nextCases, releaseClaim } from '@doorstep/contract/review';
import { answer } from '@doorstep/contract/testing/backend';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { holdIntervals } from '../../testing/page/page-clock.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { deskOf, nameOf } from '../../testing/review-desk.ts';

const lock = 'doorstep-review-desk';
let asked: number;
let givenUp: number;

beforeEach(() => {
  deskOf([501]);
  asked = 0;
  givenUp = 0;
  answer(nextCases, ({ body }) => {
    asked += 1;
    // The case on the screen is not offered once more: one who leaves meanwhile would give it up twice.
    return { verification_ids: (body as { after?: number }).after === undefined ? [501] : [] };
  });
  answer(releaseClaim, () => {
    givenUp += 1;
    return { success: true as const, message: 'Released.' };
  });
});

/** Has the desk as another tab would, until the test is over; says when it was taken away. */
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
test('where another tab has the desk this one claims nothing, until it takes the desk over', async () => {
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
test('a desk that nobody has is waited for, however slow the browser gives it', async () => {
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
  // It has looked who has the desk.
  await looks.mock.results[0]?.value;
  expect(looks).toHaveBeenCalledOnce();
  isGiven.resolve();
  await expect.element(nameOf(screen, 501)).toHaveFocus();
});

// Covers: review-13
test('a desk that is taken over stops, says so, and leaves its claims to the other tab', async () => {
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toHaveFocus();
  await otherTab({ steal: true }).isHeld;
  await expect.element(screen.getByRole('alert')).toMatchTextContent(words);
  await expect.element(nameOf(screen, 501)).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('searchbox')).toBeVisible();
  await expect.poll(() => givenUp).toBe(0);
});

// Covers: review-13
test('who leaves the desk gives it up with its claims, and has it again at once', async () => {
  const { screen, router } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => givenUp).toBe(1);
  await router.navigate({ to: '/review' });
  await expect.element(nameOf(screen, 501)).toHaveFocus();
});

// Covers: review-13
test('without Web Locks each tab has the desk', async () => {
  const locks = vi.spyOn(navigator, 'locks', 'get').mockReturnValue(undefined as never);
  onTestFinished(() => locks.mockRestore());
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toHaveFocus();
});
