import { nextCases, renewClaim, reviewQueue, reviewTimes } from '@doorstep/contract/review';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { getVerification } from '@doorstep/contract/verifications';
import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { call } from '../../lib/api/api-client.ts';
import { holdIntervals, press, viewCase } from '../../testing/page/page-clock.ts';
import { renderApp } from '../../testing/render-app.tsx';
import {
  answerCases,
  caseOf,
  claimLost,
  deskOf,
  moment,
  nameOf,
  openDesk,
} from '../../testing/review-desk.ts';
import { decidedBy, sentBackOf } from '../../testing/verifications.ts';

/** Returns a function that waits until all requests of the page so far have been answered. */
function watchAnswers(): () => Promise<unknown> {
  const fetches = vi.spyOn(window, 'fetch');
  onTestFinished(() => fetches.mockRestore());
  return () => Promise.allSettled(fetches.mock.results.map(({ value }) => value));
}

// Covers: review-7
test('says who decided a case elsewhere, disables its keys, and continues on Enter', async () => {
  const desk = deskOf([502]);
  answerCases((id) => id === 501 && decidedBy(77, 'Shreya Banerjee', 'negative', moment));
  const { screen } = await renderApp('/review?case=501');
  const card = screen.getByRole('alert');
  await expect.element(card).toMatchTextContent(/Shreya Banerjee decided this case Negative/);
  await press('p');
  await expect
    .element(screen.getByRole('button', { name: 'Positive' }))
    .toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(nameOf(screen, 502)).toBeVisible();
  await expect
    .poll(() => desk.sent.filter(({ body }) => (body as { decision?: string }).decision))
    .toEqual([]);
});

// Covers: review-7
test('shows the server’s message when a colleague has taken the claim, even if another claim is answered late', async () => {
  holdIntervals();
  deskOf([501, 502]);
  const late = Promise.withResolvers<void>();
  const answered = watchAnswers();
  // Rejects only the first claim of case 502, so that no later claim can show the card again.
  const lost = [claimLost()];
  answer(renewClaim, async ({ params }) => {
    if (params.id === '502') return lost.pop() ?? { expires_at: moment };
    await late.promise;
    return { expires_at: moment };
  });
  const { screen } = await openDesk();
  await press('p');
  const card = screen.getByRole('alert');
  await expect.element(card).toMatchTextContent(/Ravi Iyer has this case now\./);
  late.resolve();
  await answered();
  // When this later request is answered, the page has read the late answer.
  await call(reviewQueue);
  await viewCase();
  await expect.element(card).toHaveLength(1);
  vi.advanceTimersByTime(reviewTimes.claimRenewSeconds * 1000);
  await expect.element(card).not.toBeInTheDocument();
});

// Covers: review-7
test('repeats a failed check of the case only at the next heartbeat', async () => {
  holdIntervals();
  deskOf([501]);
  const answers = [failure(409, { code: 'decided', message: 'Decided.' })];
  const isShown = Promise.withResolvers<void>();
  answer(renewClaim, async () => {
    await isShown.promise;
    return answers.pop() ?? { expires_at: moment };
  });
  let looks = 0;
  const answered = watchAnswers();
  answer(getVerification, () => {
    looks += 1;
    return looks > 1 ? failure(500, { message: 'Out of order.' }) : caseOf(501);
  });
  let offers = 0;
  answer(nextCases, () => {
    offers += 1;
    return { verification_ids: offers === 1 ? [501] : [] };
  });
  await openDesk();
  isShown.resolve();
  await expect.poll(() => looks).toBe(2);
  await answered();
  // Gives the desk time to read the failure, and time in which it could wrongly load the case again.
  for (let round = 0; round < 30; round += 1) await call(reviewQueue);
  await expect.poll(() => looks).toBe(2);
  const before = offers;
  vi.advanceTimersByTime(reviewTimes.claimRenewSeconds * 1000);
  await expect.poll(() => looks).toBe(3);
  // The request for the next cases also renews their claims.
  await expect.poll(() => offers).toBeGreaterThan(before);
});

// Covers: review-7
test.each([
  ['the user', 1, /You sent this case back,(?!.*None of your input)/],
  // A colleague who has the same name as the user.
  ['a colleague', 77, /Nandini Kulkarni sent this case back.*None of your input was saved\./],
])('says that %s sent a case back', async (_, by_id, words) => {
  deskOf([502]);
  answerCases(() => ({ sent_back: sentBackOf({ by: 'Nandini Kulkarni', by_id }) }));
  const { screen } = await renderApp('/review?case=501');
  await expect.element(screen.getByRole('alert')).toMatchTextContent(words);
});
