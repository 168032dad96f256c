import { askCallback, recordCallback, showNumber } from '@doorstep/contract/callbacks';
import { bareFailure, failure } from '@doorstep/contract/testing/backend';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { recordBodies } from '../../testing/answers.ts';
import { expectTexts } from '../../testing/page/expect-texts.ts';
import { viewCase } from '../../testing/page/page-clock.ts';
import { submitAndHold } from '../../testing/page/submit-and-hold.ts';
import { answerCases, deskOf, moment, openDesk } from '../../testing/review-desk.ts';
import { decidedBy } from '../../testing/verifications.ts';

// Covers: callbacks-7
test('records a call-back by keys: the number on request, a result by its number, a note if something differs', async () => {
  deskOf([501, 502]);
  recordBodies(
    showNumber,
    bareFailure(502),
    failure(409, { code: 'claim_lost', message: 'Ravi Iyer is calling.' }),
    { mobile_number: '9820098200', until: moment },
  );
  const message = 'Recorded. The call-back is closed.';
  const sent = recordBodies(recordCallback, bareFailure(502), { success: true, message });
  const { screen, focuses } = await openDesk();
  await userEvent.keyboard('c');
  const panel = screen.getByRole('dialog', { name: 'Call-back' });
  await expect.element(panel.getByRole('button', { name: 'Show number' })).toHaveFocus();
  await expect.element(panel).not.toMatchTextContent('9820098200');
  // A result can be recorded only after the number was shown.
  await userEvent.keyboard('1');
  await panel.getByRole('button', { name: 'Record' }).click();
  await expect.element(panel.getByRole('alert')).toMatchTextContent('Show the number');
  await panel.getByRole('button', { name: 'Show number' }).click();
  await expect.element(panel).toMatchTextContent('Couldn’t show the number. Try again.');
  await panel.getByRole('button', { name: 'Show number' }).click();
  await expect.element(panel).toMatchTextContent('Ravi Iyer is calling.');
  await panel.getByRole('button', { name: 'Show number' }).click();
  await expect.element(panel.getByRole('link', { name: '9820098200' })).toBeVisible();
  await userEvent.keyboard('3{Enter}');
  await expect.element(panel.getByLabelText('Note')).toHaveFocus();
  await userEvent.keyboard('np{Enter}');
  await expect.element(panel).toMatchTextContent('Couldn’t save the call-back. Try again.');
  await submitAndHold(panel, 'Record', recordCallback);
  await expect.element(screen.getByText(message)).toBeVisible();
  await expect.element(panel).not.toBeInTheDocument();
  const recorded = { result: 'differs', note: 'np' };
  await expect.poll(() => sent).toEqual([recorded, recorded]);
  await focuses(501);
});

// Covers: callbacks-5
test('says why a decided case is reviewed again, and accepts a decision', async () => {
  const desk = deskOf([501, 502]);
  const review_again = { since: moment, denied_verification_id: 77 };
  answerCases(() => ({ ...decidedBy(7, 'Ravi Iyer'), review_again }));
  const { screen } = await openDesk();
  await expect
    .element(screen.getByText(/denies another visit of this agent, verification 77/))
    .toBeVisible();
  await expect.element(screen.getByText('Decided by a colleague')).not.toBeInTheDocument();
  await expect
    .element(screen.getByRole('button', { name: 'Send back' }))
    .toHaveAttribute('aria-disabled', 'true');
  await viewCase();
  await userEvent.keyboard('bp');
  await expect.poll(() => desk.sentOf(501)).toMatchObject([{ decision: 'positive', claim: true }]);
});

// Covers: callbacks-7
test('shows earlier calls and who is calling now, and asks for another call', async () => {
  deskOf([501]);
  const calls = [
    { at: moment, by: 'Meera Rao', result: 'differs' as const, note: 'Another day' },
    { at: '2026-03-04T05:00:00.000Z', by: 'Ravi Iyer', result: 'no_answer' as const, note: '' },
  ];
  const asked = { because: 'sample' as const, asked_at: moment, asked_by: 'Meera Rao' };
  const calling = { by: 'Ravi Iyer', by_id: 99, until: moment };
  answerCases(() => ({ callback: { ...asked, closed_at: moment, calling, calls } }));
  const message = 'The call-back was requested.';
  const sent = recordBodies(askCallback, { success: true, message });
  const { screen } = await openDesk();
  const state =
    'Closed. Selected by the server, requested again by Meera Rao, Mar 5, 2026, 10:30 AM';
  await expect.element(screen.getByText(state)).toBeVisible();
  await userEvent.keyboard('c');
  const panel = screen.getByRole('dialog', { name: 'Call-back' });
  await expect.element(panel.getByText('Ravi Iyer is calling this number now.')).toBeVisible();
  await expectTexts(panel.getByRole('list', { name: 'Calls' }).getByRole('listitem'), [
    'Something differs: Another day Meera Rao, Mar 5, 2026, 10:30 AM',
    'No answer Ravi Iyer, Mar 4, 2026, 10:30 AM',
  ]);
  await expect.element(panel.getByText(/ on Mar 5, 2026, 10:30 AM\. Ask for/)).toBeVisible();
  await panel.getByRole('button', { name: 'Call later' }).click();
  await expect.element(screen.getByText(message)).toBeVisible();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.poll(() => sent).toHaveLength(1);
});
