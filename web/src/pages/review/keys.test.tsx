import { nextCases, reviewQueue } from '@doorstep/contract/review';
import { answer, bareFailure } from '@doorstep/contract/testing/backend';
import { getVerification } from '@doorstep/contract/verifications';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { switchSingleKeys } from '../../lib/single-keys.ts';
import { checkedCase, findingOf } from '../../testing/evidence.ts';
import { press } from '../../testing/page/page-clock.ts';
import { renderApp, superAdmin } from '../../testing/render-app.tsx';
import { deskOf, nameOf } from '../../testing/review-desk.ts';

beforeEach(() => page.viewport(1366, 768));

// Covers: review-9
test('does not treat Space on an expandable text as a shortcut', async () => {
  deskOf([501]);
  answer(getVerification, checkedCase([findingOf()], { applicant: 'Asha Rao' }));
  const { screen } = await renderApp('/review');
  const fold = screen.getByText('When is this finding wrong?');
  await expect.element(fold).toBeVisible();
  fold.element().closest('summary')?.focus();
  await userEvent.keyboard(' ');
  await expect.element(fold.element().closest('details')).toHaveAttribute('open');
});

// Covers: review-9
test.each([1100, 1299, 1366])('overlaps no keys at a width of %i px', async (width) => {
  await page.viewport(width, 768);
  deskOf([501]);
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  const at = (name: string) =>
    screen.getByRole('button', { name, exact: true }).element().getBoundingClientRect();
  expect(at('Report form').right).toBeLessThanOrEqual(at('All keys').left);
  expect(at('All keys').right).toBeLessThanOrEqual(at('Positive').left);
});

// Covers: review-9
test('turns single-key shortcuts off by the profile, but keeps the buttons', async () => {
  const desk = deskOf([501, 502]);
  switchSingleKeys(false);
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await press('p');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await screen.getByRole('button', { name: 'Positive' }).click();
  await expect.element(nameOf(screen, 502)).toBeVisible();
  await expect.poll(() => desk.sent).toHaveLength(1);
});

// Covers: review-9
test('turns single-key shortcuts off in the profile menu', async () => {
  switchSingleKeys(true);
  const { screen } = await renderApp('/home');
  await screen.getByRole('button', { name: /^Profile of/ }).click();
  const choice = screen.getByRole('switch', { name: 'Single-key shortcuts' });
  await expect.element(choice).toBeChecked();
  await choice.click();
  await expect.poll(() => localStorage.getItem('single-keys')).toBe('off');
});

// Covers: review-10
test('links from Verification to the desk with the number of cases, if there is a desk', async () => {
  deskOf([501, 502]);
  const { screen } = await renderApp('/verification');
  const link = screen.getByRole('link', { name: 'Review (2)' });
  await expect.element(link).toHaveAttribute('href', '/review');
  await screen.unmount();

  answer(reviewQueue, () => bareFailure(404));
  answer(nextCases, () => bareFailure(404));
  const other = await renderApp('/review', superAdmin);
  await expect.element(other.screen.getByText('This server has no review desk')).toBeVisible();
  await other.screen.getByRole('button', { name: 'Back to Verification' }).click();
  await expect.element(other.screen.getByRole('searchbox')).toBeVisible();
  await expect.element(other.screen.getByRole('link', { name: /^Review/ })).not.toBeInTheDocument();
});

// Covers: review-9
test('moves a zoomed, focused photo with the arrows, which are shortcuts elsewhere', async () => {
  deskOf([501]);
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await userEvent.keyboard(' ');
  const zoomed = () => document.querySelector<HTMLElement>('.frame.zoomed');
  await expect.poll(zoomed).not.toBeNull();
  zoomed()?.focus();
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}{ArrowDown}');
  expect(zoomed()).toBe(document.activeElement);
  zoomed()?.blur();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(zoomed).toBeNull();
});
