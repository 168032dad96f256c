import { deleteApplicant, getApplicant, listApplicants } from '@doorstep/contract/applicants';
import { answer, noConnection } from '@doorstep/contract/testing/backend';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { listOf } from '../../testing/answers.ts';
import { applicantOf } from '../../testing/applicants.ts';
import { holdTimeouts } from '../../testing/page/page-clock.ts';
import { renderApp } from '../../testing/render-app.tsx';

const kabir = applicantOf({ id: 42, applicant_name: 'Kabir Shah' });
const success = { success: true as const, message: 'Kabir Shah was deleted.' };

async function openDelete() {
  let listed = 0;
  answer(listApplicants, () => {
    listed += 1;
    return listOf([kabir]);
  });
  answer(getApplicant, kabir);
  const app = await renderApp('/applicants?delete=42');
  const dialog = app.screen.getByRole('alertdialog', { name: 'Delete applicant' });
  await expect.element(dialog.getByText('Kabir Shah')).toBeVisible();
  const confirm = () => dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  return { ...app, dialog, confirm, listed: () => listed };
}

// Covers: deleting-1, deleting-2
test('deletes once, shows the message, closes after 2 seconds, and fetches the list again', async () => {
  const deleted: unknown[] = [];
  const isPressed = Promise.withResolvers<void>();
  answer(deleteApplicant, async ({ params }) => {
    deleted.push(params.id);
    await isPressed.promise;
    return success;
  });
  const { dialog, confirm, listed, address } = await openDelete();
  await expect.poll(listed).toBeGreaterThan(0);
  await expect.element(dialog.getByText(/Application SB-42, RESIDENCE\./)).toBeVisible();
  const before = listed();
  holdTimeouts();
  await confirm();
  const busy = dialog.getByRole('button', { name: 'Deleting...' });
  await busy.click({ force: true });
  await userEvent.keyboard('{Escape}');
  await expect.element(busy).toBeVisible();
  isPressed.resolve();
  await expect.element(dialog.getByText('Kabir Shah was deleted.')).toBeVisible();
  await expect.poll(() => deleted).toEqual(['42']);
  await expect.poll(listed).toBe(before);
  vi.advanceTimersByTime(2_000);
  await expect.poll(address).toBe('/applicants');
  await expect.poll(listed).toBe(before + 1);
});

test('fetches the list again on closing when the answer was lost, because the deletion may be done', async () => {
  answer(deleteApplicant, noConnection());
  const { dialog, confirm, listed } = await openDelete();
  await expect.poll(listed).toBeGreaterThan(0);
  await confirm();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  const before = listed();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(listed).toBeGreaterThan(before);
});
