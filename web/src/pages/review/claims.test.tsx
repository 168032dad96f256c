import { renewClaim, reviewQueue, reviewTimes } from '@doorstep/contract/review';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { getVerification } from '@doorstep/contract/verifications';
import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { call } from '../../lib/api/api-client.ts';
import { press } from '../../testing/page/page-clock.ts';
import { renderApp, superAdmin } from '../../testing/render-app.tsx';
import { deskOf, moment, nameOf, names } from '../../testing/review-desk.ts';
import { decidedBy, verificationOf } from '../../testing/verifications.ts';

// Covers: review-7
test('says who decided a case elsewhere, disables its keys, and continues on Enter', async () => {
  const desk = deskOf([502]);
  answer(getVerification, ({ params }) =>
    verificationOf({
      verification_id: Number(params.id),
      applicant: names[String(params.id)] ?? '',
      ...(params.id === '501' && decidedBy(77, 'Shreya Banerjee', 'negative', moment)),
    }),
  );
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
test('shows the server’s message when a colleague has taken the claim', async () => {
  deskOf([501]);
  answer(renewClaim, () =>
    failure(409, { code: 'claim_lost', message: 'Ravi Iyer has this case now.' }),
  );
  const { screen } = await renderApp('/review');
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/Ravi Iyer has this case now\./);
});

// Covers: review-7
test('does not change the next case’s message when a claim is answered late', async () => {
  deskOf([501, 502]);
  const late = Promise.withResolvers<void>();
  answer(renewClaim, async ({ params }) => {
    if (params.id === '502')
      return failure(409, { code: 'claim_lost', message: 'Meera Rao has this case now.' });
    await late.promise;
    return { expires_at: moment };
  });
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await press('p');
  const card = screen.getByRole('alert');
  await expect.element(card).toMatchTextContent(/Meera Rao has this case now\./);
  late.resolve();
  // The answer to this later request arrives after the late answer.
  await call(reviewQueue);
  // Expects the card immediately, because the next heartbeat would show the card again.
  await expect.element(card).toHaveLength(1);
});

// Covers: review-7
test('repeats a failed check of the case only at the next heartbeat', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  deskOf([501]);
  const decided = failure(409, { code: 'decided', message: 'Decided.' });
  const answers = [decided];
  const isShown = Promise.withResolvers<void>();
  answer(renewClaim, async () => {
    await isShown.promise;
    return answers.pop() ?? { expires_at: moment };
  });
  let looks = 0;
  answer(getVerification, () => {
    looks += 1;
    if (looks > 1) return failure(500, { message: 'Out of order.' });
    return verificationOf({ verification_id: 501, applicant: 'Asha Rao' });
  });
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  isShown.resolve();
  await expect.poll(() => looks).toBe(2);
  // Waits long enough for many more checks.
  for (let call = 0; call < 30; call += 1) await fetch('/api/v1/review/queue/');
  await expect.poll(() => looks).toBe(2);
  vi.advanceTimersByTime(reviewTimes.claimRenewSeconds * 1000);
  await expect.poll(() => looks).toBe(3);
});

// Covers: review-7
test('says who sent a case back, and that the user’s own was recorded', async () => {
  deskOf([502]);
  const sentBackBy = (by_id: number) =>
    verificationOf({
      sent_back: {
        ...{ at: moment, by: 'Nandini Kulkarni', by_id, reasons: ['photo_unclear'], note: '' },
        ...{ photos_wanted: [], answered_by: null },
      },
    });
  answer(getVerification, sentBackBy(1));
  const own = await renderApp('/review?case=501', superAdmin);
  const card = own.screen.getByRole('alert');
  await expect.element(card).toMatchTextContent(/You sent this case back/);
  await expect.element(card).not.toMatchTextContent(/None of your input/);
  await own.screen.unmount();

  // Simulates a colleague with the same name.
  answer(getVerification, sentBackBy(77));
  const { screen } = await renderApp('/review?case=501', superAdmin);
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/Nandini Kulkarni sent this case back.*None of your input was saved\./);
});
