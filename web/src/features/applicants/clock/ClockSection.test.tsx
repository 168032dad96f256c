import { getApplicant, listApplicants } from '@doorstep/contract/applicants';
import { changeClock, pauseClock, resumeClock } from '@doorstep/contract/applicants/clock';
import { applicantHistory } from '@doorstep/contract/audit';
import type { Clock } from '@doorstep/contract/clock';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { expect, test } from 'vitest';
import { listOf } from '../../../testing/answers.ts';
import { applicantOf } from '../../../testing/applicants.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const updated_at = '2026-03-05T05:00:00.000Z';

async function openRecord(state: Clock['state'] = 'running') {
  const clock: Clock = {
    ...{ lender: 'HDFC', due_at: '2026-03-06T08:30:00.000Z', minutes_left: 125 },
    ...{ state, warning: null, is_urgent: false },
  };
  const record = {
    ...applicantOf({ id: 42, applicant_name: 'Kabir Shah', status: 'assigned', updated_at }),
    clock,
    clock_details: {
      ...{ lender: 'HDFC', received_at: updated_at, is_received_by_hand: false },
      ...{ stopped_at: null, withdrawn_at: null, rule: null, pauses: [] },
    },
  };
  const sent: unknown[] = [];
  const changed = (body: unknown, change: Partial<Clock>) => {
    sent.push(body);
    Object.assign(clock, change);
    return record;
  };
  answer(listApplicants, listOf([record]));
  answer(getApplicant, () => record);
  const event = { id: 1, at: updated_at, actor: null, address: null, before: null, after: null };
  const subject = { subject: 'applicant', subject_id: 42, action: 'pause_clock' };
  answer(applicantHistory, () => ({
    results: sent.map(() => ({ ...event, ...subject })),
    people: [],
  }));
  answer(pauseClock, ({ body }) => changed(body, { state: 'paused' }));
  answer(resumeClock, ({ body }) => changed(body, { state: 'running' }));
  answer(changeClock, ({ body }) => {
    const { is_urgent = clock.is_urgent, is_withdrawn = false } = body as Record<string, boolean>;
    return changed(body, { is_urgent, state: is_withdrawn ? 'withdrawn' : 'running' });
  });
  const { screen } = await renderApp('/applicants?view=42');
  const dialog = screen.getByRole('dialog', { name: 'Kabir Shah' });
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  return { dialog, press, sent, record };
}

// Covers: clock-1
test('the clock is paused for a reason and resumed', async () => {
  const { dialog, press, sent } = await openRecord();
  await press('Pause');
  const reason = dialog.getByLabelText('Reason for the pause');
  await reason.selectOptions('Force majeure, such as a flood or strike');
  await press('Pause the clock');
  await expect.element(dialog.getByText(/· Paused/)).toBeVisible();
  await expect.element(dialog.getByText('Paused the clock')).toBeVisible();
  await expect.element(dialog.getByText('Reason for the pause')).not.toBeInTheDocument();
  await press('Resume');
  await expect.element(dialog.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(() => sent).toEqual([{ because: 'force_majeure', updated_at }, { updated_at }]);
});

// Covers: clock-1
test('the answer to a change closes no form that was opened meanwhile', async () => {
  const { dialog, press, record } = await openRecord();
  const isOpen = Promise.withResolvers<void>();
  answer(changeClock, async () => {
    await isOpen.promise;
    record.clock.is_urgent = true;
    return record;
  });
  await press('Mark as urgent');
  await press('Change time of receipt');
  const received = dialog.getByLabelText('Received from the lender at');
  await received.fill('2026-03-05T09:00');
  isOpen.resolve();
  await expect.element(dialog.getByRole('button', { name: 'Mark as not urgent' })).toBeVisible();
  await expect.element(received).toHaveValue('2026-03-05T09:00');
});

// Covers: clock-1
test('an applicant is marked as urgent and withdrawn, and both are taken back', async () => {
  const { dialog, press, sent } = await openRecord();
  await press('Mark as urgent');
  await press('Mark as not urgent');
  await expect.element(dialog.getByRole('button', { name: 'Mark as urgent' })).toBeVisible();
  await press('Mark as withdrawn');
  await expect.element(dialog.getByText(/· Withdrawn/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Pause' })).not.toBeInTheDocument();
  await expect.element(dialog.getByText(/^The agent still has this task/)).toBeVisible();
  await press('Undo withdrawal');
  await expect.element(dialog.getByRole('button', { name: 'Mark as withdrawn' })).toBeVisible();
  await expect
    .poll(() => sent)
    .toEqual([
      { is_urgent: true, updated_at },
      { is_urgent: false, updated_at },
      { is_withdrawn: true, updated_at },
      { is_withdrawn: false, updated_at },
    ]);
});

// Covers: clock-1
test('the time of receipt is entered as the provider’s clock showed it', async () => {
  const { dialog, press, sent } = await openRecord();
  await press('Change time of receipt');
  await dialog.getByLabelText('Received from the lender at').fill('2026-03-04T18:15');
  await press('Save');
  const received_at = new Date('2026-03-04T18:15').toISOString();
  await expect.poll(() => sent).toEqual([{ received_at, updated_at }]);
});

// Covers: clock-1
test('a rejected change shows the reason and loads the record again', async () => {
  const { dialog, press } = await openRecord();
  answer(changeClock, () =>
    failure(409, { code: 'changed_meanwhile', message: 'Kabir Shah was changed meanwhile.' }),
  );
  await press('Mark as urgent');
  await expect.element(dialog.getByText('Kabir Shah was changed meanwhile.')).toBeVisible();
});

// Covers: clock-1
test('nothing can be changed of a clock that has stopped', async () => {
  const { dialog } = await openRecord('stopped');
  await expect.element(dialog.getByRole('heading', { name: 'Due time' })).toBeVisible();
  for (const name of ['Pause', 'Resume', 'Mark as urgent', 'Mark as withdrawn']) {
    await expect.element(dialog.getByRole('button', { name })).not.toBeInTheDocument();
  }
});
