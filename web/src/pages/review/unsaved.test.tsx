import { answer, failure } from '@doorstep/contract/testing/backend';
import { decideVerification } from '@doorstep/contract/verifications';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { press } from '../../testing/page/page-clock.ts';
import { answerCases, deskOf, moment, openDesk } from '../../testing/review-desk.ts';
import { decidedBy } from '../../testing/verifications.ts';

beforeEach(() => page.viewport(1366, 768));

// Covers: review-6, review-14
test('keeps the next case when a decision fails late, names it, and sends it again by its own key', async () => {
  const desk = deskOf([501, 502, 503]);
  const recover = desk.fail('The service is briefly unavailable.');
  const { screen, shows, focuses } = await openDesk();
  await press('n');
  await focuses(502);
  const unsaved = screen.getByRole('alert');
  await expect
    .element(unsaved)
    .toMatchTextContent(
      'Not saved: Negative for Asha Rao. The service is briefly unavailable. Try again?',
    );
  await expect.element(screen.getByText('Asha Rao: Negative')).not.toBeInTheDocument();
  recover();
  await press('p');
  // The desk returns to case 501, whose decision failed. The press of P decided only case 502.
  await shows(501);
  await expect
    .poll(() => desk.sent)
    .toMatchObject([{ id: '502', body: { decision: 'positive', claim: true } }]);
  await press('t');
  await expect.element(unsaved).not.toBeInTheDocument();
  await expect
    .poll(() => desk.sent[1])
    .toEqual({ id: '501', body: { decision: 'negative', updated_at: moment, claim: true } });
  await shows(503);
});

// Covers: review-14
test('names each of two failed decisions, and sends both on one press', async () => {
  const desk = deskOf([501, 502]);
  const recover = desk.fail('Busy.');
  const { screen } = await openDesk();
  await press('n');
  await expect.element(screen.getByText('Not saved: Negative for Asha Rao.')).toBeVisible();
  await press('p');
  await expect.element(screen.getByText('Not saved: Positive for Ravi Iyer.')).toBeVisible();
  await expect.element(screen.getByText('Not saved: Negative for Asha Rao.')).toBeVisible();
  recover();
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('heading', { name: 'All reviewed' })).toBeVisible();
  await expect.poll(() => desk.sentOf(501)).toMatchObject([{ decision: 'negative' }]);
  await expect.poll(() => desk.sentOf(502)).toMatchObject([{ decision: 'positive' }]);
  await expect.element(screen.getByText(/^Not saved/)).not.toBeInTheDocument();
});

// Covers: review-14
test('does not send again what a colleague decided; the case names the colleague', async () => {
  deskOf([501, 502]);
  let isDecided = false;
  answer(decideVerification, () => {
    isDecided = true;
    return failure(409, { code: 'changed_meanwhile', message: 'The record changed meanwhile.' });
  });
  answerCases(
    (id) => isDecided && id === 501 && decidedBy(77, 'Shreya Banerjee', 'negative', moment),
  );
  const { screen, shows } = await openDesk();
  await press('p');
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent('Not saved: Positive for Asha Rao. The record changed meanwhile.');
  await shows(502);
  await expect.element(screen.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await press('s');
  await expect.element(screen.getByText(/Shreya Banerjee/)).toBeVisible();
  await screen.getByRole('button', { name: 'Next case' }).click();
  await expect.element(screen.getByText(/^Not saved/)).not.toBeInTheDocument();
});

// Covers: review-14
test('lets the browser ask before the tab closes while a decision is unsaved', async () => {
  const desk = deskOf([501, 502]);
  const recover = desk.fail('Busy.');
  const asksToClose = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const { screen } = await openDesk();
  expect(asksToClose()).toBe(false);
  await press('p');
  expect(asksToClose()).toBe(true);
  await expect.element(screen.getByText(/^Not saved/)).toBeVisible();
  expect(asksToClose()).toBe(true);
  recover();
  await userEvent.keyboard('t');
  await expect.poll(asksToClose).toBe(false);
});

// Covers: review-14
test('shows unsaved decisions to a user who left the desk, until they confirm', async () => {
  const desk = deskOf([501, 502]);
  desk.fail('Busy.');
  const { screen, router } = await openDesk();
  await press('p');
  await expect.element(screen.getByText(/^Not saved/)).toBeVisible();
  await router.navigate({ to: '/home' });
  const told = screen.getByRole('alert');
  await expect.element(told).toMatchTextContent('Not saved: Positive for Asha Rao. Busy.');
  await told.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(told).not.toBeInTheDocument();
  // The desk has released its cases.
  await expect.poll(() => desk.sent.map(({ id }) => id).toSorted()).toEqual(['501', '502']);
});

// Covers: review-14
test('shows a decision that failed after the session ended at the sign-in', async () => {
  deskOf([501, 502]);
  answer(decideVerification, () => {
    localStorage.removeItem('user');
    window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
    return failure(401, { code: 'token_not_valid' });
  });
  const { screen, address } = await openDesk();
  await press('p');
  await expect.poll(address).toMatch(/^\/login/);
  await expect.element(screen.getByText(/^Not saved: Positive for Asha Rao\./)).toBeVisible();
});

// Covers: review-9, fault-38
test.each([
  [1366, 768],
  [1100, 700],
  [683, 384],
  [390, 844],
])('shows every deciding key while offline, at %i × %i', async (width, height) => {
  await page.viewport(width, height);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => void vi.restoreAllMocks());
  const desk = deskOf([501, 502]);
  desk.fail('Busy.');
  const { screen } = await openDesk();
  await expect.element(screen.getByText(/^You are offline/)).toBeVisible();
  const inSight = async () => {
    for (const name of ['Positive', 'Negative', 'Send back', 'Skip', 'Undo'])
      await expect
        .element(screen.getByRole('region', { name: 'Keys' }).getByRole('button', { name }))
        .toBeInViewport({ ratio: 1 });
  };
  await inSight();
  await press('p');
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeInViewport();
  await inSight();
});

// Covers: review-14
test('keeps the send-back panel open when another decision fails', async () => {
  const desk = deskOf([501, 502, 503]);
  desk.fail('Busy.');
  const { screen, shows } = await openDesk();
  const panel = screen.getByRole('dialog', { name: 'Send back to Rekha Thomas' });
  await press('p');
  await userEvent.keyboard('b1');
  await expect.element(screen.getByText(/^Not saved/)).toBeVisible();
  await expect.element(panel.getByRole('checkbox', { name: 'Photo unclear' })).toBeChecked();
  await userEvent.keyboard('{Enter}');
  await shows(501);
  await expect.poll(() => desk.sent.map(({ id }) => id)).toEqual(['502']);
});
