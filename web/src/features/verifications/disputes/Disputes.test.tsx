import { verificationHistory } from '@doorstep/contract/audit';
import { recordDispute } from '@doorstep/contract/disputes';
import { answer } from '@doorstep/contract/testing/backend';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openRecord } from '../../../testing/page/open-record.ts';
import { submitAndHold } from '../../../testing/page/submit-and-hold.ts';
import { verificationOf } from '../../../testing/verifications.ts';

// Covers: disputes-1
test('records a dispute in the record’s dialog, and keeps the form open until it has a reason', async () => {
  let record = verificationOf({ disputes: [] });
  const event = { id: 9, action: 'dispute', subject: 'verification', subject_id: 501 };
  answer(verificationHistory, () => ({
    results: (record.disputes ?? []).map(({ at, because }) => ({
      ...{ ...event, at, before: null, after: { because }, address: null },
      actor: { id: 2, name: 'Asha Rao' },
    })),
    people: [],
  }));
  answer(recordDispute, ({ body }) => {
    const { because, note } = body as { because: 'other'; note: string };
    const at = '2026-03-05T05:00:00.000Z';
    record = verificationOf({ disputes: [{ at, by: 'Asha Rao', because, note }] });
    return { success: true as const, message: 'The dispute is recorded.' };
  });
  const { screen } = await openRecord(() => record);
  await screen.getByRole('button', { name: 'Record a dispute' }).click();
  const form = screen.getByRole('dialog', { name: /Record a lender’s dispute/ });
  await expect.element(form.getByRole('radio').first()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(form.getByRole('alert')).toMatchTextContent('Choose a reason.');
  await expect.element(form.getByRole('radio').first()).toHaveFocus();
  await userEvent.keyboard('6');
  await expect.element(form.getByRole('radio', { name: 'Other' })).toBeChecked();
  await userEvent.keyboard('{Enter}');
  await expect.element(form.getByLabelText('Note')).toHaveFocus();
  await form.getByLabelText('Note').fill('He says he was abroad');
  await submitAndHold(form, 'Record', recordDispute);
  await expect.element(form).not.toBeInTheDocument();
  await expect.element(screen.getByText(/He says he was abroad/)).toBeVisible();
  await expect.element(screen.getByText('Recorded a lender’s dispute')).toBeVisible();
});
