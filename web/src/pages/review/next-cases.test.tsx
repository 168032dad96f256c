import { nextCases, reviewQueue } from '@doorstep/contract/review';
import { answer, failure } from '@doorstep/contract/testing/backend';
import {
  decideVerification,
  getVerification,
  listVerifications,
} from '@doorstep/contract/verifications';
import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { listOf } from '../../testing/answers.ts';
import { holdIntervals, press } from '../../testing/page/page-clock.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { caseOf, deskOf, nameOf, names, openDesk } from '../../testing/review-desk.ts';
import { verificationRow } from '../../testing/verifications.ts';

type Offer = number[] | Response;

/**
 * Answers the first requests for cases with these offers in turn, and all later requests with the last offer.
 * Returns a function that returns the number of requests so far.
 */
function offerInTurn(...offers: (Offer | Promise<Offer>)[]): () => number {
  let asked = 0;
  answer(nextCases, async () => {
    asked += 1;
    const offer = (await offers[Math.min(asked, offers.length) - 1]) ?? [];
    return offer instanceof Response ? offer : { verification_ids: offer };
  });
  return () => asked;
}

// Covers: review-6
test('says when all is reviewed, with the user’s day and what is still arriving', async () => {
  const desk = deskOf([501]);
  const { screen, address } = await openDesk();
  await press('s');
  await expect.element(screen.getByRole('heading', { name: 'All reviewed' })).toHaveFocus();
  await expect.poll(() => desk.sent).toContainEqual({ id: '501', body: { skip: 'true' } });
  await expect.element(screen.getByText('19 s')).toBeVisible();
  await expect.element(screen.getByText('3 of 6 photos so far')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(address).toBe('/verification');
});

// Covers: review-6
test('does not say that all is reviewed while colleagues have cases or some were skipped', async () => {
  holdIntervals();
  const desk = deskOf([]);
  answer(reviewQueue, { waiting: 3, mine: 0, incomplete: 0 });
  const { screen } = await renderApp('/review');
  await expect.element(screen.getByRole('heading', { name: 'No case for you now' })).toBeVisible();
  await expect
    .element(screen.getByText(/^3 cases are waiting: a colleague has them, or you skipped them\./))
    .toBeVisible();
  await expect.element(screen.getByText('All reviewed')).not.toBeInTheDocument();
  // No event reports that a colleague's claim has expired.
  desk.left = [501];
  vi.advanceTimersByTime(15_000);
  await expect.element(nameOf(screen, 501)).toBeVisible();
});

// Covers: review-6
test('the list has a decision of the desk as soon as the user returns to it', async () => {
  const desk = deskOf([501]);
  answer(listVerifications, () =>
    listOf([verificationRow({ admin_decision: desk.left.length > 0 ? 'pending' : 'positive' })]),
  );
  const { screen, router } = await renderApp('/verification');
  const row = screen.getByRole('row', { name: /रमेश/ });
  await expect.element(row).toMatchTextContent(/Pending/);
  await router.navigate({ to: '/review' });
  await expect.element(nameOf(screen, 501)).toHaveFocus();
  await press('p');
  await expect.element(screen.getByRole('heading', { name: 'All reviewed' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(row).toMatchTextContent(/Positive/);
});

// Covers: review-6
test('requests the next cases one call at a time, so that answers stay in order', async () => {
  const desk = deskOf([501, 502, 503]);
  const second = Promise.withResolvers<Offer>();
  const asked = offerInTurn([501], second.promise);
  const { screen, shows } = await openDesk();
  await expect.poll(asked).toBe(2);
  await press('p');
  await expect.poll(() => desk.sent.length).toBe(1);
  await expect.element(screen.getByText('Asha Rao: Positive').first()).toBeInTheDocument();
  await expect.poll(asked).toBe(2);
  second.resolve([502, 503]);
  await shows(502);
});

// Covers: review-6
test('does not return to the desk when a case arrives while the user leaves', async () => {
  deskOf([501]);
  const late = Promise.withResolvers<Offer>();
  const asked = offerInTurn(late.promise);
  const { router, address, screen } = await renderApp('/review');
  await expect.poll(asked).toBe(1);
  // Delays the other page, as if its code were still loading.
  const code = Promise.withResolvers<void>();
  const { options } = router.routesByPath['/portfolio-summary'];
  Object.assign(options, { beforeLoad: () => code.promise });
  onTestFinished(() => void Object.assign(options, { beforeLoad: undefined }));
  const gone = router.navigate({ to: '/portfolio-summary' });
  late.resolve([501]);
  await expect.element(nameOf(screen, 501)).toBeVisible();
  code.resolve();
  await gone;
  await expect.element(screen.getByRole('heading', { name: 'Portfolio Summary' })).toBeVisible();
  await expect.poll(address).toBe('/portfolio-summary');
});

// Covers: review-6
test('releases cases that were claimed only after the user left', async () => {
  const desk = deskOf([501, 502]);
  const late = Promise.withResolvers<Offer>();
  const asked = offerInTurn(late.promise);
  const { router, address } = await renderApp('/review');
  await expect.poll(asked).toBe(1);
  await router.navigate({ to: '/home' });
  await expect.poll(address).toBe('/home');
  late.resolve([501, 502]);
  await expect.poll(() => desk.sent.map(({ id }) => id).toSorted()).toEqual(['501', '502']);
});

// Covers: review-6
test('requests the next cases again if they were needed while a call failed', async () => {
  const desk = deskOf([501, 502]);
  const second = Promise.withResolvers<Offer>();
  const asked = offerInTurn([501], second.promise, [502]);
  const { shows } = await openDesk();
  await expect.poll(asked).toBe(2);
  await press('p');
  await expect.poll(() => desk.sent.length).toBe(1);
  second.resolve(failure(500));
  await shows(502);
});

// Covers: review-6
test('requests a case on Retry even if nothing waited before', async () => {
  // Stops the intervals, because the desk would request a case again after 15 seconds, even without Retry.
  holdIntervals();
  deskOf([501]);
  const isSeen = Promise.withResolvers<void>();
  answer(reviewQueue, async () => {
    await isSeen.promise;
    return { waiting: 1, mine: 0, incomplete: 0 };
  });
  let asked = 0;
  answer(nextCases, ({ body }) => {
    // When the case is shown, the desk also requests the case after it.
    if ((body as { after?: number }).after === 501) return { verification_ids: [] };
    asked += 1;
    if (asked === 1) return { verification_ids: [] };
    if (asked === 2) return failure(500, { message: 'Out of order.' });
    return { verification_ids: [501] };
  });
  const { screen } = await renderApp('/review');
  await expect.element(screen.getByRole('heading', { name: 'All reviewed' })).toBeVisible();
  isSeen.resolve();
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => asked).toBe(3);
  await expect.element(nameOf(screen, 501)).toBeVisible();
});

/** Presses a key again as soon as case 502 is shown, as in a double press that was meant for case 501. */
function pressAgainAt502(key: string) {
  const pressAgain = ({ target }: FocusEvent) => {
    if ((target as Element).textContent !== names[502]) return;
    target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  };
  document.addEventListener('focusin', pressAgain);
  onTestFinished(() => document.removeEventListener('focusin', pressAgain));
}

// Covers: review-6
test('skips one case on a double press of S', async () => {
  const desk = deskOf([501, 502, 503]);
  const { focuses } = await openDesk();
  pressAgainAt502('s');
  await press('s');
  await focuses(502);
  await press('s');
  await focuses(503);
  for (const id of [501, 502]) await expect.poll(() => desk.sentOf(id)).toEqual([{ skip: 'true' }]);
});

// Covers: review-7
test('does not return a case that was decided while the next ones were requested', async () => {
  const desk = deskOf([501]);
  const isDecided = Promise.withResolvers<void>();
  let asked = 0;
  answer(nextCases, async ({ body }) => {
    const { after } = body as { after?: number };
    const found = desk.left.filter((id) => id !== after);
    asked += 1;
    // This is the first request after the decision. The server still finds the case pending, and answers
    // late.
    if (after === undefined && asked > 1 && found.length > 0) await isDecided.promise;
    return { verification_ids: found };
  });
  const answered = Promise.withResolvers<void>();
  answer(decideVerification, async ({ params }) => {
    await answered.promise;
    desk.left = [502];
    return { success: true as const, message: `Stored ${params.id}.` };
  });
  const { screen, shows } = await openDesk();
  const before = asked;
  await press('p');
  await expect.poll(() => asked).toBeGreaterThan(before);
  answered.resolve();
  await expect.element(screen.getByText('Asha Rao: Positive').first()).toBeInTheDocument();
  await expect.poll(() => desk.left).toEqual([502]);
  isDecided.resolve();
  await shows(502);
  await expect.element(nameOf(screen, 501)).not.toBeInTheDocument();
});

test('shows a case’s loading error for that case only, even if the next ones fail too', async () => {
  deskOf([501]);
  const asked = offerInTurn([501], failure(500));
  const isAsked = Promise.withResolvers<void>();
  answer(getVerification, async () => {
    await isAsked.promise;
    return failure(500, { message: 'This case is broken.' });
  });
  const { screen } = await renderApp('/review');
  await expect.poll(asked).toBe(2);
  isAsked.resolve();
  await expect.element(screen.getByText('This case is broken.')).toBeVisible();
});

// Covers: review-6
test('skips a case that can’t be fetched, by S or by its button', async () => {
  const desk = deskOf([501, 502, 503]);
  answer(getVerification, ({ params }) =>
    params.id === '503'
      ? caseOf(503)
      : failure(params.id === '502' ? 404 : 500, { message: `No case ${params.id}.` }),
  );
  const { screen } = await renderApp('/review?case=501');
  await expect.element(screen.getByText('No case 501.')).toBeVisible();
  (await screen.getByRole('button', { name: 'Skip' }).findElement()).focus();
  await press('{Enter}');
  await expect.element(screen.getByText('No case 502.')).toBeVisible();
  await press('s');
  await expect.element(nameOf(screen, 503)).toBeVisible();
  for (const id of [501, 502]) await expect.poll(() => desk.sentOf(id)).toEqual([{ skip: 'true' }]);
});
