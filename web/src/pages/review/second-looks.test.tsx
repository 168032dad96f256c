import { getSavedForm } from '@doorstep/contract/reports/versions';
import { renewClaim, reviewQueue } from '@doorstep/contract/review';
import {
  askSecondLook,
  type SecondLook,
  secondLookTexts,
} from '@doorstep/contract/review/second-looks';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { decideVerification, getVerification } from '@doorstep/contract/verifications';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { recordBodies } from '../../testing/answers.ts';
import { openRecord } from '../../testing/page/open-record.ts';
import { press } from '../../testing/page/page-clock.ts';
import { submitAndHold } from '../../testing/page/submit-and-hold.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { answerCases, caseOf, deskOf, moment, openDesk } from '../../testing/review-desk.ts';
import { decidedBy } from '../../testing/verifications.ts';

const lookOf = (by_id: number, by: string, decision: 'positive' | 'negative', notes = '') => ({
  ...{ by_id, by, decision, notes, at: moment },
});
const looked = (more: Partial<SecondLook>): SecondLook => ({
  ...{ state: 'owed', is_mine: false, first: null, second: null, settled: null },
  ...more,
});

// Covers: second-looks-12
test('asks for a second look by keys, and undoes it', async () => {
  const desk = deskOf([501, 502]);
  answerCases(() => ({ can_ask_second_look: true }));
  const sent = recordBodies(askSecondLook, failure(503, { message: 'Briefly unavailable.' }), {
    success: true,
    message: secondLookTexts.waits,
  });
  const { screen, shows } = await openDesk();
  desk.left = [502];
  await userEvent.keyboard('l');
  const panel = screen.getByRole('dialog', { name: 'Ask for a second look' });
  await expect.element(panel.getByRole('radio').first()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(panel).toMatchTextContent(/Choose your decision\./);
  await userEvent.keyboard('p');
  await panel.getByLabelText(/^Note/).fill('The plate is new.');
  await userEvent.keyboard('{Enter}');
  await expect.element(panel).toMatchTextContent(/Briefly unavailable\./);
  await submitAndHold(panel, 'Decide and ask', askSecondLook);
  await shows(502);
  const body = { decision: 'positive', notes: 'The plate is new.', claim: true };
  await expect.poll(() => sent).toMatchObject([body, body]);
  await expect.element(screen.getByText(`Asha Rao: ${secondLookTexts.waits}`)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Undo/ }).first()).toBeVisible();
});

// Covers: review-9, second-looks-12
test.each([1100, 1299, 1366])('overlaps no keys at a width of %i px', async (width) => {
  await page.viewport(width, 768);
  deskOf([501]);
  answerCases(() => ({ can_ask_second_look: true }));
  const { screen } = await openDesk();
  const names = ['Report form', 'All keys', 'Positive', 'Negative', 'Send back', 'Second look'];
  const boxes = [...names, 'Skip', 'Undo'].map((name) =>
    screen.getByRole('button', { name, exact: true }).element().getBoundingClientRect(),
  );
  const ends = boxes.map(({ right }) => Math.floor(right));
  expect(boxes.slice(1).every(({ left }, index) => left >= (ends[index] ?? 0))).toBe(true);
  expect(ends.at(-1)).toBeLessThanOrEqual(width);
});

// Covers: second-looks-12
test('offers no second look where the lender has none', async () => {
  deskOf([501]);
  const { screen } = await openDesk();
  await expect.element(screen.getByRole('button', { name: 'Second look' })).toHaveLength(0);
});

// Covers: second-looks-3, second-looks-12
test('offers no second look on a second look, and no report, since it shows who decided first', async () => {
  deskOf([501]);
  answerCases(() => ({ can_ask_second_look: true, looked_at: looked({ is_mine: true }) }));
  answer(reviewQueue, { waiting: 3, mine: 1, incomplete: 0, second_looks: 1, differences: 2 });
  const { screen } = await openDesk();
  await expect.element(screen.getByText(/Decide without knowing their decision\./)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Second look' })).toHaveLength(0);
  await expect
    .element(screen.getByRole('button', { name: /form$/ }))
    .toHaveAttribute('aria-disabled', 'true');
  await expect.element(screen.getByText('1 second look', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('2 differences', { exact: true })).toBeVisible();
});

// Covers: second-looks-3
test('reads a case of the address only after its claim, since the claim hides the first decision', async () => {
  deskOf([501]);
  const calls: string[] = [];
  answer(renewClaim, () => {
    calls.push('claim');
    return { expires_at: moment };
  });
  answer(getVerification, () => {
    calls.push('read');
    return caseOf(501);
  });
  await openDesk('/review?case=501');
  await expect.poll(() => calls.slice(0, 2)).toEqual(['claim', 'read']);
});

// Covers: second-looks-6, second-looks-12
test.each([
  ['counts without its second look', `Decision updated to positive. ${secondLookTexts.alone}`],
  ['waits for a second reviewer', secondLookTexts.waits],
])('says at the desk when a decision %s', async (_, message) => {
  deskOf([501, 502]);
  answer(decideVerification, { success: true as const, message });
  const { screen } = await openDesk();
  await press('p');
  await expect.element(screen.getByText(`Asha Rao: ${message}`)).toBeVisible();
});

// Covers: second-looks-12
test('says of a case that the user decided that it waits for a second reviewer', async () => {
  deskOf([502]);
  const first = lookOf(1, 'Nandini Kulkarni', 'positive');
  answerCases(() => ({ looked_at: looked({ first }) }));
  const { screen } = await renderApp('/review?case=501');
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/You decided this case Positive\. Another reviewer decides it too\./);
});

// Covers: second-looks-12
test('shows a super admin both decisions to settle, also of a case whose first decision counts', async () => {
  const desk = deskOf([501]);
  answerCases(() => ({
    admin_decision: 'positive',
    looked_at: looked({
      ...{ state: 'differs', is_mine: true },
      first: lookOf(7, 'Asha Rao', 'positive', 'All fine.'),
      second: lookOf(8, 'Ravi Iyer', 'negative', 'Other plate.'),
    }),
  }));
  const { screen } = await openDesk();
  await expect
    .element(screen.getByRole('region', { name: 'Case' }))
    .toMatchTextContent(/Two reviewers decided differently.*All fine\..*Other plate\./);
  await expect
    .element(screen.getByRole('button', { name: /form$/ }))
    .not.toHaveAttribute('aria-disabled', 'true');
  await press('n');
  await expect.poll(() => desk.sentOf(501)).toMatchObject([{ decision: 'negative', claim: true }]);
});

// Covers: second-looks-3
test('the record says why the form that a colleague saved is hidden', async () => {
  const message = 'You can see the form after the second look.';
  answer(getSavedForm, () => failure(409, { code: 'second_look_owed', message }));
  const { screen, dialog } = await openRecord({ looked_at: looked({ is_mine: true }) });
  await dialog.getByRole('button', { name: 'Edit & Download PDF' }).click();
  const form = screen.getByRole('dialog', { name: 'Verification Form' });
  await expect.element(form).toMatchTextContent(/hidden until the second look/);
  await expect.element(form).toMatchTextContent(message);
  await expect.element(form.getByRole('button', { name: 'Retry' })).toHaveLength(0);
});

// Covers: second-looks-12
test('the record offers no decision to a reviewer while two others differ', async () => {
  const { dialog } = await openRecord({ looked_at: looked({ state: 'differs' }) });
  await expect.element(dialog).toMatchTextContent(/Reviewers differ: a super admin decides\./);
  await expect.element(dialog.getByRole('button', { name: /^Positive/ })).toHaveLength(0);
});

const first = lookOf(7, 'Asha Rao', 'positive');
const second = lookOf(8, 'Ravi Iyer', 'positive');

// Covers: second-looks-12
test.each([
  [
    'who confirmed the decision',
    { looked_at: looked({ state: 'agreed', first, second }) },
    /Both reviewers agree\..*First reviewer.*Asha Rao.*Second reviewer.*Ravi Iyer/,
  ],
  [
    'that a decision does not count yet',
    { looked_at: looked({ first }) },
    /Waits for a second reviewer\.(?! Meanwhile)/,
  ],
  [
    'that a decision counts until the second look',
    { looked_at: looked({ first }), ...decidedBy(7, 'Asha Rao') },
    /Waits for a second reviewer\. Meanwhile the decision counts\./,
  ],
])('the record says %s', async (_, fields, words) => {
  const { dialog } = await openRecord(fields);
  await expect.element(dialog).toMatchTextContent(words);
});

// Covers: second-looks-12
test.each([
  [1366, 768],
  [390, 844],
])('a toast covers no key, and the last action no count, at %i × %i', async (width, height) => {
  await page.viewport(width, height);
  deskOf([501, 502]);
  const counts = { waiting: 38, mine: 1, incomplete: 3, again: 2, callbacks: 4 };
  answer(reviewQueue, { ...counts, second_looks: 1, differences: 2 });
  answer(decideVerification, { success: true as const, message: secondLookTexts.waits });
  const { screen } = await openDesk();
  await press('p');
  const box = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect();
  const toast = screen.getByText(`Asha Rao: ${secondLookTexts.waits}`);
  await expect.element(toast).toBeVisible();
  const keys = box(document.querySelector('.decide-keys'));
  const shown = box(document.querySelector('.toast'));
  expect(shown.bottom).toBeLessThanOrEqual(keys.top);
  // Toasts stay beside the facts, because a panel may be open there.
  if (width > 1100) expect(shown.right).toBeLessThanOrEqual(keys.left);
  const last = box(document.querySelector('.last-action'));
  for (const count of document.querySelectorAll('.queue .incomplete'))
    if (box(count).width > 0) expect(box(count).right).toBeLessThanOrEqual(last.left);
});
