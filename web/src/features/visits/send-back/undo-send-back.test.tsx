import { renewClaim, reviewQueue } from '@doorstep/contract/review';
import { answer, failure, noConnection } from '@doorstep/contract/testing/backend';
import type { SentBack } from '@doorstep/contract/verifications';
import { sendBackVerification, undoSendBack } from '@doorstep/contract/visits/send-back';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openRecord } from '../../../testing/page/open-record.ts';
import { press } from '../../../testing/page/page-clock.ts';
import {
  answerCases,
  caseOf,
  claimLost,
  deskOf,
  moment,
  openDesk,
} from '../../../testing/review-desk.ts';
import { sentBackOf } from '../../../testing/verifications.ts';

beforeEach(() => page.viewport(1366, 768));

const sentBackBy = (by_id: number, seconds = 5) =>
  sentBackOf({ by_id, at: new Date(Date.now() - seconds * 1000).toISOString() });
const undone = { success: true as const, message: 'Undone.' };

/** Opens the desk and sends case 501 back. `undo` makes the backend offer the case again. */
async function sendBackAtDesk() {
  const desk = deskOf([501, 502]);
  let sent_back: SentBack | null = null;
  answerCases((id) => ({ sent_back: id === 501 ? sent_back : null }));
  answer(sendBackVerification, () => {
    sent_back = sentBackBy(1);
    desk.left = [502];
    return { success: true as const, message: 'The verification was sent back.' };
  });
  const app = await openDesk();
  await userEvent.keyboard('b1{Enter}');
  await app.shows(502);
  const undo = () => {
    sent_back = null;
    desk.left = [501, 502];
    return undone;
  };
  return { ...app, desk, undo };
}

// Covers: sending-back-9
test('shows the sent-back case on Z, and accepts no decision before the undo', async () => {
  const { screen, desk, undo, focuses } = await sendBackAtDesk();
  await expect.element(screen.getByText('Asha Rao: sent back').first()).toBeInTheDocument();
  const isUndone = Promise.withResolvers<void>();
  answer(undoSendBack, async () => {
    await isUndone.promise;
    return undo();
  });
  await userEvent.keyboard('z');
  await focuses(501);
  const positive = screen.getByRole('button', { name: 'Positive' });
  await expect.element(positive).toHaveAttribute('aria-disabled', 'true');
  isUndone.resolve();
  await expect.element(positive).not.toHaveAttribute('aria-disabled');
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  await press('p');
  await expect.poll(() => desk.sent).toMatchObject([{ id: '501', body: { decision: 'positive' } }]);
});

// Covers: sending-back-9
test('says when the phone has the task already, and continues on Enter', async () => {
  const { screen, shows } = await sendBackAtDesk();
  const message = 'Undo is not possible: the agent’s phone has the task already.';
  answer(undoSendBack, () => failure(409, { code: 'too_late', message }));
  await userEvent.keyboard('z');
  const card = screen.getByRole('alert');
  await expect.element(card).toMatchTextContent(/Not undone.*phone has the task already\./);
  await userEvent.keyboard('{Enter}');
  await shows(502);
});

const undoOf = ({ dialog }: Awaited<ReturnType<typeof openRecord>>) =>
  dialog.getByRole('button', { name: 'Undo the send-back of Asha Rao' });

// Covers: sending-back-9
test.each([
  ['answered', () => undone],
  ['done, and its answer lost', () => noConnection()],
])('undoes the user’s own send-back in the record: %s', async (_, reply) => {
  answer(reviewQueue, { waiting: 1, mine: 0, incomplete: 0 });
  let sent_back: SentBack | null = sentBackBy(1);
  answer(undoSendBack, () => {
    sent_back = null;
    return reply();
  });
  const app = await openRecord(() => caseOf(501, { sent_back }));
  await undoOf(app).click();
  await expect.element(undoOf(app)).not.toBeInTheDocument();
  await expect.element(app.dialog.getByRole('button', { name: 'Positive' })).toBeVisible();
});

// Covers: sending-back-9
test.each([
  ['a colleague’s', () => sentBackBy(77)],
  ['one of a minute ago', () => sentBackBy(1, 61)],
  ['an answered one', () => ({ ...sentBackBy(1), answered_by: 502 })],
])('no Undo for %s', async (_, make) => {
  answer(reviewQueue, { waiting: 1, mine: 0, incomplete: 0 });
  const app = await openRecord(caseOf(501, { sent_back: make() }));
  await expect.element(app.dialog.getByText(/^Sent back by/)).toBeVisible();
  await expect.element(undoOf(app)).not.toBeInTheDocument();
});

// Covers: review-14
test('names the case of a send-back that fails after it was left', async () => {
  deskOf([501, 502]);
  const taken = Promise.withResolvers<Response>();
  answer(renewClaim, ({ params }) =>
    params.id === '501' ? taken.promise : { expires_at: moment },
  );
  const late = Promise.withResolvers<Response>();
  answer(sendBackVerification, () => late.promise);
  const { screen, shows } = await openDesk();
  await userEvent.keyboard('b1{Enter}');
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  await expect.element(cancel).toHaveAttribute('aria-disabled', 'true');
  taken.resolve(claimLost());
  await screen.getByRole('button', { name: 'Next case' }).click();
  await shows(502);
  late.resolve(failure(503, { message: 'Busy.' }));
  await expect.element(screen.getByText('Not sent back: Asha Rao. Busy.')).toBeVisible();
});
