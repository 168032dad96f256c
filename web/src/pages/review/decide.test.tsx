import { answer } from '@doorstep/contract/testing/backend';
import { getVerification } from '@doorstep/contract/verifications';
import { expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import {
  holdFrames,
  passTime,
  press,
  pressTooEarly,
  viewCase,
} from '../../testing/page/page-clock.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { deskOf, moment, nameOf, names } from '../../testing/review-desk.ts';
import { verificationOf } from '../../testing/verifications.ts';

// Covers: review-6
test('decides on a key press, focuses the next case’s name, and ignores a double press', async () => {
  const desk = deskOf([501, 502, 503]);
  const { screen, address } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toHaveFocus();
  await expect.poll(address).toBe('/review?case=501');
  await viewCase();
  for (const _ of [1, 2]) {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'p', bubbles: true }),
    );
  }
  await expect.element(nameOf(screen, 502)).toHaveFocus();
  await expect.element(screen.getByText('Asha Rao: Positive').first()).toBeInTheDocument();
  await expect
    .poll(() => desk.sentOf(501))
    .toEqual([{ decision: 'positive', updated_at: moment, claim: true }]);
  await press('n');
  await expect.element(nameOf(screen, 503)).toBeVisible();
  await expect.poll(() => desk.sentOf(502)).toMatchObject([{ decision: 'negative' }]);
});

// Covers: review-6
test('announces the next case once, by the focus, and the decision once', async () => {
  deskOf([501, 502, 503]);
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toHaveFocus();
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
  await expect.element(nameOf(screen, 502)).toHaveFocus();
  // Screen readers don't announce the remaining seconds.
  await expect.element(screen.getByText(/^\d+ s$/).first()).toBeInTheDocument();
  const heardOf = (name: string) => heard.filter((one) => one.includes(name));
  expect(heardOf('Ravi Iyer')).toEqual(['focus: Ravi Iyer']);
  expect(heardOf('Asha Rao')).toEqual(['live: Asha Rao: positive']);
});

// Covers: review-6
test('decides nothing when a key is pressed before a case is painted', async () => {
  const desk = deskOf([501, 502, 503]);
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toHaveFocus();
  await viewCase();
  const paint = holdFrames();
  await userEvent.keyboard('p');
  await expect.element(nameOf(screen, 502)).toHaveFocus();
  passTime();
  await userEvent.keyboard('p');
  paint();
  await press('n');
  await expect.element(nameOf(screen, 503)).toHaveFocus();
  await expect.poll(() => desk.sentOf(501)).toMatchObject([{ decision: 'positive' }]);
  await expect.poll(() => desk.sentOf(502)).toMatchObject([{ decision: 'negative' }]);
});

// Covers: review-6
test('accepts no decision until a late record is painted and shown for a moment', async () => {
  const desk = deskOf([501, 502, 503]);
  const isRead = Promise.withResolvers<void>();
  answer(getVerification, async ({ params }) => {
    if (params.id === '502') await isRead.promise;
    const id = String(params.id);
    return verificationOf({ verification_id: Number(id), applicant: names[id] ?? '' });
  });
  const { screen, address } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toHaveFocus();
  await press('p');
  await expect.poll(address).toBe('/review?case=502');
  await viewCase();
  await pressTooEarly(() => {
    isRead.resolve();
    return expect.element(nameOf(screen, 502)).toHaveFocus();
  });
  passTime();
  await userEvent.keyboard('n');
  await expect.element(nameOf(screen, 503)).toHaveFocus();
  await expect.poll(() => desk.sentOf(501)).toMatchObject([{ decision: 'positive' }]);
  await expect.poll(() => desk.sentOf(502)).toMatchObject([{ decision: 'negative' }]);
});
