import { deleteApplicant, getApplicant, listApplicants } from '@doorstep/contract/applicants';
import { answer, bareFailure, failure, noConnection } from '@doorstep/contract/testing/backend';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { applicantOf } from '../../testing/applicants.ts';
import { expectShownBy } from '../../testing/page/expect-shown-by.ts';
import { holdTimeouts } from '../../testing/page/page-clock.ts';
import { renderApp } from '../../testing/render-app.tsx';

const kabir = applicantOf({ id: 42, applicant_name: 'Kabir Shah' });
const success = { success: true as const, message: 'Kabir Shah was deleted.' };
const json = (body: unknown) => Response.json(body);

async function openDelete(path = '/applicants?delete=42') {
  let listed = 0;
  answer(listApplicants, ({ query }) => {
    listed += 1;
    return { results: [kabir], count: query.page === '2' ? 11 : 1, next: null, previous: null };
  });
  answer(getApplicant, kabir);
  const app = await renderApp(path);
  const dialog = app.screen.getByRole('alertdialog', { name: 'Delete applicant' });
  await expect.element(dialog.getByText('Kabir Shah')).toBeVisible();
  const confirm = () => dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  return { ...app, dialog, confirm, listed: () => listed };
}

// Covers: deleting-2
test('shows the message, closes after 2 seconds, and fetches the list again', async () => {
  let deleted: unknown;
  const isPressed = Promise.withResolvers<void>();
  answer(deleteApplicant, async ({ params }) => {
    deleted = params.id;
    await isPressed.promise;
    return success;
  });
  const { dialog, confirm, listed, address } = await openDelete();
  await expect.poll(listed).toBeGreaterThan(0);
  await expect.element(dialog.getByText(/Application SB-42, RESIDENCE\./)).toBeVisible();
  const before = listed();
  holdTimeouts();
  await confirm();
  isPressed.resolve();
  await expect.element(dialog.getByText('Kabir Shah was deleted.')).toBeVisible();
  await expect.poll(() => deleted).toBe('42');
  await expect.poll(listed).toBe(before);
  vi.advanceTimersByTime(2_000);
  await expect.poll(address).toBe('/applicants');
  await expect.poll(listed).toBe(before + 1);
});

// Covers: deleting-3
test('shows a default message for a success without one', async () => {
  answer(deleteApplicant, () => json({ success: true }));
  const { dialog, confirm } = await openDelete();
  await expectShownBy(confirm(), dialog.getByText('Applicant deleted successfully'));
});

// Covers: deleting-5
test.each([
  ['the detail', failure(409, { message: 'm', detail: 'Was visited.' }), 'Was visited.'],
  ['no detail', bareFailure(500), 'Failed to delete applicant. Please try again.'],
  ['no success flag', json({ message: 'Gone' }), 'Failed to delete applicant. Please try again.'],
  ['no connection', noConnection(), 'An error occurred while deleting. Please try again.'],
])('shows a failure with %s, and stays open', async (_, reply, text) => {
  answer(deleteApplicant, () => reply);
  const { dialog, confirm } = await openDelete();
  await confirm();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(text);
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
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

// Covers: deleting-1
test('can’t be closed while deleting, and ignores a second click', async () => {
  let calls = 0;
  const { promise, resolve } = Promise.withResolvers<typeof success>();
  answer(deleteApplicant, () => {
    calls += 1;
    return promise;
  });
  const { dialog, confirm } = await openDelete();
  await confirm();
  const busy = dialog.getByRole('button', { name: 'Deleting...' });
  await busy.click({ force: true });
  await userEvent.keyboard('{Escape}');
  await expect.element(busy).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  resolve(success);
  await expect.element(dialog.getByText(success.message)).toBeVisible();
  await expect.poll(() => calls).toBe(1);
});

// Covers: deleting-6
test('rejects an id without an applicant', async () => {
  answer(listApplicants, { results: [], count: 0, next: null, previous: null });
  answer(getApplicant, () => failure(404, { message: 'Not found.' }));
  const { screen } = await renderApp('/applicants?delete=999');
  await expect
    .element(screen.getByRole('alertdialog').getByRole('alert'))
    .toHaveTextContent('Invalid applicant selected for deletion.');
});

// Covers: deleting-6
test('rejects a row without an id with a toast', async () => {
  const nameless = { ...kabir, id: null as unknown as number };
  answer(listApplicants, { results: [nameless], count: 1, next: null, previous: null });
  const { screen, address } = await renderApp('/applicants');
  await expectShownBy(
    screen.getByRole('button', { name: 'Delete Kabir Shah' }).click(),
    screen.getByText('Invalid applicant selected for deletion.'),
  );
  await expect.poll(address).toBe('/applicants');
});
