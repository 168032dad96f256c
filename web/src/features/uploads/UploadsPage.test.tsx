import { listApplicants } from '@doorstep/contract/applicants';
import { assignMany } from '@doorstep/contract/applicants/assign-many';
import { lastAssignedAgents } from '@doorstep/contract/applicants/last-agents';
import { bulkUpload, failedRows } from '@doorstep/contract/bulk-upload';
import { listUploads, type Upload, undoUpload } from '@doorstep/contract/bulk-upload/uploads';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { listUsers } from '@doorstep/contract/users';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { listOf, usersOf } from '../../testing/answers.ts';
import { agentOf, applicantOf } from '../../testing/applicants.ts';
import { submitAndHold } from '../../testing/page/submit-and-hold.ts';
import { admin, renderApp } from '../../testing/render-app.tsx';
import { sendSheet, uploadResultOf } from '../../testing/uploads.ts';

const upload: Upload = {
  ...{ id: 12, file_name: 'HDFC PL.xlsx', created_at: '2026-03-05T05:00:00.000Z' },
  uploaded_by: { id: 2, name: 'Arjun Mehta' },
  ...{ total_records: 422, successful: 412, failed: 10, state: 'taken', undone: null },
  undo_until: '2026-03-12T05:00:00.000Z',
};
const serve = (results: Upload[]) => answer(listUploads, listOf(results));

function serveApplicants() {
  const asked: Record<string, string>[] = [];
  answer(listApplicants, ({ query }) => {
    asked.push(query);
    return listOf([applicantOf({ id: 1 })], 3);
  });
  return asked;
}

// Covers: upload-9
test('lists each upload with its user, and links to its applicants', async () => {
  serve([upload, { ...upload, id: 11, file_name: '', state: 'undone', undo_until: null }]);
  const asked = serveApplicants();
  const { screen, address } = await renderApp('/uploads', admin);
  const row = screen.getByRole('row').filter({ hasText: 'HDFC PL.xlsx' });
  for (const text of ['Arjun Mehta', '422', '412', '10', 'Uploaded']) {
    await expect.element(row.getByText(text, { exact: true })).toBeVisible();
  }
  const older = screen.getByRole('row').filter({ hasText: 'Upload 11' });
  await expect.element(older.getByText('Undone')).toBeVisible();
  await expect.poll(() => older.getByRole('button').elements()).toEqual([]);
  await row.getByRole('link', { name: /^\d+ applicants of HDFC PL.xlsx$/ }).click();
  await expect.poll(address).toBe('/applicants?file=12');
  await expect
    .element(screen.getByRole('button', { name: 'Remove filter Upload: 12' }))
    .toBeVisible();
  await expect.poll(() => asked.at(-1)).toMatchObject({ upload: '12' });
});

// Covers: upload-10
test('undoes an upload once, and says which applicants stay', async () => {
  serve([upload]);
  let undone = 0;
  answer(undoUpload, () => {
    undone += 1;
    serve([{ ...upload, state: 'undone', undo_until: null }]);
    const kept = { id: 5, application_id: 'SB-5', applicant_name: 'Asha Rao' };
    return {
      ...{ success: true, message: 'Upload undone: 411 applicants deleted, 1 with a visit stays.' },
      ...{ removed: 411, kept_count: 1, kept: [{ ...kept, because: 'visited' }] },
    };
  });
  const { screen, address } = await renderApp('/uploads', admin);
  await screen.getByRole('button', { name: 'Undo HDFC PL.xlsx' }).click();
  await expect.poll(address).toBe('/uploads?undo=12');
  const dialog = screen.getByRole('alertdialog', { name: 'Undo upload' });
  await expect.element(dialog.getByText(/412 applicants were stored/)).toBeVisible();
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Undo upload' }));
  for (const text of [
    'Upload undone: 411 applicants deleted, 1 with a visit stays.',
    'Asha Rao',
    'SB-5',
    'Visited',
  ]) {
    await expect.element(dialog.getByText(text)).toBeVisible();
  }
  await expect
    .element(dialog.getByRole('link', { name: 'Show the 1 applicant that stays' }))
    .toBeVisible();
  await expect.poll(() => undone).toBe(1);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect.poll(address).toBe('/uploads');
  await expect.element(screen.getByText('Undone')).toBeVisible();
});

// Covers: upload-9
test('downloads the failed rows of an upload, and says why it can’t', async () => {
  serve([
    { ...upload, has_failed_rows: true },
    { ...upload, id: 11, file_name: 'Old.xlsx' },
  ]);
  answer(failedRows, ({ params }: { params: Record<string, unknown> }) =>
    failure(404, { message: `Failed rows of upload ${params['id']} not found.` }),
  );
  const { screen } = await renderApp('/uploads', admin);
  await screen.getByRole('button', { name: 'Download failed rows of HDFC PL.xlsx' }).click();
  await expect.element(screen.getByText('Failed rows of upload 12 not found.')).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: 'Download failed rows of Old.xlsx' }))
    .not.toBeInTheDocument();
});

test('shows why an undo failed, and stays open', async () => {
  serve([upload]);
  answer(undoUpload, () => failure(409, { detail: 'An upload can be undone for 7 days.' }));
  const { screen } = await renderApp('/uploads?undo=12', admin);
  await submitAndHold(screen.getByRole('alertdialog'), 'Undo upload', undoUpload);
  await expect.element(screen.getByText('An upload can be undone for 7 days.')).toBeVisible();
});

// Covers: upload-11
test('shows uploaded applicants, or assigns them together', async () => {
  serve([upload]);
  const asked = serveApplicants();
  answer(lastAssignedAgents, { agent_ids: [] });
  const users = [agentOf({ id: 7, name: 'Asha Rao' })];
  answer(listUsers, usersOf(users));
  const filters: unknown[] = [];
  answer(assignMany, ({ body }) => {
    const { filter, expected_count } = body as { filter: object; expected_count: number };
    filters.push(filter, expected_count);
    const share = { agent_id: 7, agent_name: 'Asha Rao', open: 0, ids: [1, 2, 3] };
    return { shares: [share], skipped: [] };
  });
  answer(bulkUpload, uploadResultOf({ upload_id: 12 }));
  const { screen, address } = await renderApp('/applicants?upload=true', admin);
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByRole('link', { name: /earlier uploads/ })).toBeVisible();
  await sendSheet();
  await expect.element(dialog.getByRole('link', { name: 'Show these 3 applicants' })).toBeVisible();
  await dialog.getByRole('link', { name: 'Assign these 3 applicants' }).click();
  await expect.poll(address).toBe('/applicants?file=12&many=true');
  await expect.element(screen.getByRole('dialog', { name: 'Assign 3 applicants' })).toBeVisible();
  await expect.poll(() => filters).toEqual([{ upload: '12' }, 3]);
  await userEvent.keyboard('{Escape}');
  await expect.poll(address).toBe('/applicants?file=12');
  await expect.poll(() => asked.at(-1)).toMatchObject({ upload: '12' });
});

// Covers: upload-12
test('offers neither without a list of uploads, and recognises the same file', async () => {
  answer(listUploads, () => failure(404));
  serveApplicants();
  const same_file = { upload_id: 9, at: upload.created_at, by: 'Meera Iyer' };
  answer(bulkUpload, uploadResultOf({ upload_id: 12, same_file }));
  const { screen } = await renderApp('/applicants?upload=true', admin);
  const dialog = screen.getByRole('dialog');
  await sendSheet();
  await expect.element(dialog.getByText('Upload Summary')).toBeVisible();
  await expect.element(dialog.getByText(/uploaded before, on Mar 5, 2026.* by/)).toBeVisible();
  await expect.element(dialog.getByText('Meera Iyer')).toBeVisible();
  await expect.poll(() => dialog.getByRole('link').elements()).toEqual([]);
});
