import { nextCases, reviewQueue } from '@doorstep/contract/review';
import { answer, bareFailure } from '@doorstep/contract/testing/backend';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { switchSingleKeys } from '../../lib/single-keys.ts';
import { evidenceOf, findingOf } from '../../testing/evidence.ts';
import { press } from '../../testing/page/page-clock.ts';
import { renderApp, superAdmin } from '../../testing/render-app.tsx';
import { answerCases, deskOf, openDesk } from '../../testing/review-desk.ts';

beforeEach(() => page.viewport(1366, 768));

// Covers: review-9
test('does not treat Space on an expandable text as a shortcut', async () => {
  deskOf([501]);
  answerCases(() => evidenceOf([findingOf()]));
  const { screen } = await openDesk();
  const fold = screen.getByText('When is this finding wrong?');
  await expect.element(fold).toBeVisible();
  fold.element().closest('summary')?.focus();
  await userEvent.keyboard(' ');
  await expect.element(fold.element().closest('details')).toHaveAttribute('open');
});

// Covers: review-9
test('turns single-key shortcuts off by the profile, but keeps the buttons', async () => {
  const desk = deskOf([501, 502]);
  switchSingleKeys(false);
  const { screen, shows } = await openDesk();
  await press('p');
  await shows(501);
  await screen.getByRole('button', { name: 'Positive' }).click();
  await shows(502);
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

// Covers: review-9
test.each([
  ['Escape', () => press('{Escape}')],
  ['the button', () => page.getByRole('button', { name: 'Leave' }).click()],
])('leaves the desk for the verifications with %s', async (_, leave) => {
  deskOf([501]);
  const { screen } = await openDesk();
  await leave();
  await expect.element(screen.getByRole('heading', { name: 'Verification' })).toBeVisible();
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
  await openDesk();
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
