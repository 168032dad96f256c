import { renewClaim, reviewQueue } from '@doorstep/contract/review';
import { answer, failure, noConnection } from '@doorstep/contract/testing/backend';
import { getVerification, listVerifications } from '@doorstep/contract/verifications';
import { sendBackVerification, undoSendBack } from '@doorstep/contract/visits/send-back';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { switchSingleKeys } from '../../../lib/single-keys.ts';
import { press } from '../../../testing/page/page-clock.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { deskOf, moment, nameOf, names } from '../../../testing/review-desk.ts';
import { verificationOf, verificationRow } from '../../../testing/verifications.ts';

const sentBackBy = (by_id: number, seconds = 5) => ({
  ...{ at: new Date(Date.now() - seconds * 1000).toISOString(), by: 'Nandini Kulkarni', by_id },
  ...{ reasons: ['photo_unclear'], note: '', photos_wanted: [], answered_by: null },
});

let sentBack: ReturnType<typeof sentBackBy> | null = null;

beforeEach(async () => {
  switchSingleKeys(true);
  await page.viewport(1366, 768);
  sentBack = null;
  answer(listVerifications, { results: [verificationRow()], count: 1, next: null, previous: null });
  answer(reviewQueue, { waiting: 1, mine: 0, incomplete: 0 });
  answer(undoSendBack, () => {
    sentBack = null;
    return { success: true as const, message: 'Undone.' };
  });
});

async function sendBackAtDesk() {
  const desk = deskOf([501, 502]);
  answer(getVerification, ({ params }) =>
    verificationOf({
      ...{ verification_id: Number(params.id), applicant: names[String(params.id)] ?? '' },
      sent_back: params.id === '501' ? sentBack : null,
    }),
  );
  answer(sendBackVerification, () => {
    sentBack = sentBackBy(1);
    desk.left = [502];
    return { success: true as const, message: 'The verification was sent back.' };
  });
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await userEvent.keyboard('b1{Enter}');
  await expect.element(nameOf(screen, 502)).toBeVisible();
  return { screen, desk };
}

// Covers: sending-back-9
test('shows the sent-back case on Z, and accepts no decision before the undo', async () => {
  const { screen, desk } = await sendBackAtDesk();
  await expect.element(screen.getByText('Asha Rao: sent back').first()).toBeInTheDocument();
  const undone = Promise.withResolvers<void>();
  answer(undoSendBack, async () => {
    await undone.promise;
    sentBack = null;
    desk.left = [501, 502];
    return { success: true as const, message: 'Undone.' };
  });
  await userEvent.keyboard('z');
  await expect.element(nameOf(screen, 501)).toHaveFocus();
  const positive = screen.getByRole('button', { name: 'Positive' });
  await expect.element(positive).toHaveAttribute('aria-disabled', 'true');
  undone.resolve();
  await expect.element(positive).not.toHaveAttribute('aria-disabled');
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  await press('p');
  await expect.poll(() => desk.sent).toMatchObject([{ id: '501', body: { decision: 'positive' } }]);
});

// Covers: sending-back-9
test('says when the phone has the task already, and continues on Enter', async () => {
  const { screen } = await sendBackAtDesk();
  const message = 'Undo is not possible: the agent’s phone has the task already.';
  answer(undoSendBack, () => failure(409, { code: 'too_late', message }));
  await userEvent.keyboard('z');
  const card = screen.getByRole('alert');
  await expect.element(card).toMatchTextContent(/Not undone.*phone has the task already\./);
  await userEvent.keyboard('{Enter}');
  await expect.element(nameOf(screen, 502)).toBeVisible();
});

async function openRecord() {
  answer(getVerification, () =>
    verificationOf({ applicant: 'Asha Rao', sent_back: sentBack, admin_decision: 'pending' }),
  );
  const { screen } = await renderApp('/verification?view=501');
  const dialog = screen.getByRole('dialog', { name: 'Verification' });
  await expect.element(dialog.getByText('Verification Details')).toBeVisible();
  return { dialog, undo: dialog.getByRole('button', { name: 'Undo the send-back of Asha Rao' }) };
}

// Covers: sending-back-9
test.each([
  ['answered', () => ({ success: true as const, message: 'Undone.' })],
  ['done, and its answer lost', () => noConnection()],
])('undoes the user’s own send-back in the record: %s', async (_, reply) => {
  sentBack = sentBackBy(1);
  answer(undoSendBack, () => {
    sentBack = null;
    return reply();
  });
  const { dialog, undo } = await openRecord();
  await undo.click();
  await expect.element(undo).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('button', { name: 'Positive' })).toBeVisible();
});

// Covers: sending-back-9
test.each([
  ['a colleague’s', () => sentBackBy(77)],
  ['one of a minute ago', () => sentBackBy(1, 61)],
  ['an answered one', () => ({ ...sentBackBy(1), answered_by: 502 as never })],
])('no Undo for %s', async (_, make) => {
  sentBack = make();
  const { dialog, undo } = await openRecord();
  await expect.element(dialog.getByText(/^Sent back by/)).toBeVisible();
  await expect.element(undo).not.toBeInTheDocument();
});

// Covers: review-14
test('names the case of a send-back that fails after it was left', async () => {
  deskOf([501, 502]);
  const taken = Promise.withResolvers<Response>();
  answer(renewClaim, ({ params }) =>
    params.id === '501' ? taken.promise : { expires_at: moment },
  );
  const late = Promise.withResolvers<void>();
  answer(sendBackVerification, async () => {
    await late.promise;
    return failure(503, { message: 'Busy.' });
  });
  const { screen } = await renderApp('/review');
  await expect.element(nameOf(screen, 501)).toBeVisible();
  await userEvent.keyboard('b1{Enter}');
  taken.resolve(failure(409, { code: 'claim_lost', message: 'Ravi Iyer has this case now.' }));
  await screen.getByRole('button', { name: 'Next case' }).click();
  await expect.element(nameOf(screen, 502)).toBeVisible();
  late.resolve();
  await expect.element(screen.getByText('Not sent back: Asha Rao. Busy.')).toBeVisible();
});
