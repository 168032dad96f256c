import { answer } from '@doorstep/contract/testing/backend';
import { getVerification } from '@doorstep/contract/verifications';
import { expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { passTime, press, pressTooEarly, viewCase } from '../../testing/page/page-clock.ts';
import { caseOf, deskOf, moment, openDesk } from '../../testing/review-desk.ts';

// Covers: review-6
test('decides on a key press, focuses the next case’s name, and ignores a double press', async () => {
  const desk = deskOf([501, 502, 503]);
  const { screen, address, focuses } = await openDesk();
  await expect.poll(address).toBe('/review?case=501');
  await viewCase();
  for (const _ of [1, 2]) {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'p', bubbles: true }),
    );
  }
  await focuses(502);
  await expect.element(screen.getByText('Asha Rao: Positive').first()).toBeInTheDocument();
  await expect
    .poll(() => desk.sentOf(501))
    .toEqual([{ decision: 'positive', updated_at: moment, claim: true }]);
  await press('n');
  await focuses(503);
  await expect.poll(() => desk.sentOf(502)).toMatchObject([{ decision: 'negative' }]);
});

// Covers: review-6
test('announces the next case once, by the focus, and the decision once', async () => {
  deskOf([501, 502, 503]);
  const { screen, focuses } = await openDesk();
  const heard: string[] = [];
  const hearFocus = ({ target }: FocusEvent) =>
    heard.push(`focus: ${(target as Element).textContent}`);
  document.addEventListener('focusin', hearFocus);
  const live = '[role=status], [role=alert], [aria-live]';
  const hearRegions = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest(live);
      if (region) heard.push(`live: ${region.textContent}`);
    }
  });
  hearRegions.observe(document, { subtree: true, childList: true, characterData: true });
  onTestFinished(() => {
    document.removeEventListener('focusin', hearFocus);
    hearRegions.disconnect();
  });
  await press('p');
  await focuses(502);
  // The remaining seconds are shown, but screen readers don't announce them.
  await expect.element(screen.getByText(/^\d+ s$/).first()).toBeInTheDocument();
  const heardOf = (name: string) => heard.filter((one) => one.includes(name));
  expect(heardOf('Ravi Iyer')).toEqual(['focus: Ravi Iyer']);
  expect(heardOf('Asha Rao')).toEqual(['live: Asha Rao: positive']);
});

// Covers: review-6
test('accepts no decision until a late record is painted and shown for a moment', async () => {
  const desk = deskOf([501, 502, 503]);
  const isRead = Promise.withResolvers<void>();
  answer(getVerification, async ({ params }) => {
    if (params.id === '502') await isRead.promise;
    return caseOf(params.id);
  });
  const { address, focuses } = await openDesk();
  await press('p');
  await expect.poll(address).toBe('/review?case=502');
  await viewCase();
  await pressTooEarly(() => {
    isRead.resolve();
    return focuses(502);
  });
  passTime();
  await userEvent.keyboard('n');
  await focuses(503);
  await expect.poll(() => desk.sentOf(501)).toMatchObject([{ decision: 'positive' }]);
  await expect.poll(() => desk.sentOf(502)).toMatchObject([{ decision: 'negative' }]);
});
