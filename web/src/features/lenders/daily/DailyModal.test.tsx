import { getBoard } from '@doorstep/contract/board';
import {
  changeDailyExport,
  type DailyExport,
  deleteDailyExport,
  listDailyExports,
  retryDailyExport,
} from '@doorstep/contract/exports/daily';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { expect, test } from 'vitest';
import { recordBodies } from '../../../testing/answers.ts';
import { answerLender } from '../../../testing/lenders.ts';
import { submitAndHold } from '../../../testing/page/submit-and-hold.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const at = '2026-03-05T05:00:00.000Z';
const host_key = `SHA256:${'k'.repeat(43)}`;
const daily: DailyExport = {
  ...{ lender_id: 3, lender: 'HDFC', at: '18:00', format: 'csv', has_secret: true, updated_at: at },
  target: {
    ...{ kind: 'sftp', host: 'sftp.hdfc.example', port: 22, user: 'mis', folder: 'in', host_key },
  },
  deliveries: [
    {
      ...{ name: 'hdfc-2026-03-05-1800.csv', rows: 0, due_at: at, sent_at: null, tries: 2 },
      ...{ failure: 'The host did not answer in time. Check the host.', next_try_at: at },
    },
    {
      ...{ name: 'hdfc-2026-03-04-1800.csv', rows: 3, due_at: at, sent_at: at, tries: 1 },
      ...{ failure: null, next_try_at: null },
    },
  ],
};

function open(results: DailyExport[], path = '/lenders?daily=3') {
  answerLender();
  answer(listDailyExports, { results, targets: ['bucket', 'sftp'] });
  answer(getBoard, failure(404));
  return renderApp(path);
}

// Covers: daily-exports-4
test('saves a daily export, sends its password once and never shows it', async () => {
  const { screen } = await open([]);
  const conflict = { code: 'changed_meanwhile', message: 'A colleague changed it.' };
  const sent = recordBodies(changeDailyExport, failure(409, conflict), daily);
  const dialog = screen.getByRole('dialog', { name: 'Daily export' });
  await dialog.getByLabelText('Bucket').fill('mis');
  await dialog.getByLabelText('Folder').fill('of-the-bucket');
  await dialog.getByLabelText('Sent to').selectOptions('A server, by SFTP');
  await expect.element(dialog.getByRole('option', { name: /folder/ })).not.toBeInTheDocument();
  await dialog.getByLabelText('Host', { exact: true }).fill('sftp.hdfc.example');
  await dialog.getByLabelText('User').fill('mis');
  await dialog.getByLabelText('Host key').fill('aa:bb');
  await dialog.getByLabelText('Port', { exact: true }).fill('');
  await dialog.getByLabelText('Password', { exact: true }).fill('hunter22');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText(/Enter the fingerprint/)).toBeVisible();
  await expect.element(dialog.getByText('Enter a port.')).toBeVisible();
  await dialog.getByLabelText('Host key').fill(host_key);
  await dialog.getByLabelText('Port', { exact: true }).fill('22');
  await dialog.getByRole('button', { name: 'Save' }).click();
  answer(listDailyExports, { results: [daily], targets: ['bucket', 'sftp'] });
  await dialog.getByRole('button', { name: 'Load the newer values' }).click();
  await expect.element(dialog.getByLabelText('Folder')).toHaveValue('in');
  await submitAndHold(dialog, 'Save', changeDailyExport);
  await expect.element(dialog.getByText('The daily export of HDFC was saved.')).toBeVisible();
  const secret = { kind: 'password', password: 'hunter22' };
  const { target } = daily;
  await expect
    .poll(() => sent)
    .toEqual([
      { at: '18:00', format: 'xlsx', target: { ...target, folder: '' }, secret },
      { at: '18:00', format: 'csv', target, secret, updated_at: at },
    ]);
});

// Covers: daily-exports-4
test('says why a file was not sent, sends it again, and ends a daily export after a question', async () => {
  const { screen } = await open([daily], '/lenders');
  await expect.element(screen.getByText(/^The daily export for/)).toBeVisible();
  await screen.getByRole('link', { name: 'Open daily export' }).click();
  const tried = recordBodies(retryDailyExport, daily);
  const ended = recordBodies(deleteDailyExport, { success: true, message: 'Ended' });
  const dialog = screen.getByRole('dialog', { name: 'Daily export' });
  const next = 'Next attempt: Mar 5, 2026, 10:30 AM';
  await expect.element(dialog.getByText(`Not sent after 2 attempts. ${next}`)).toBeVisible();
  await expect.element(dialog.getByText('3 rows, sent Mar 5, 2026, 10:30 AM')).toBeVisible();
  await expect.element(dialog.getByText(/use the stored value/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Try again now' }).click();
  await expect.poll(() => tried).toHaveLength(1);
  await expect.element(dialog.getByText(/sent again within half a minute/)).toBeVisible();
  await dialog.getByRole('button', { name: 'End this daily export…' }).click();
  await dialog.getByRole('button', { name: 'End daily export' }).click();
  await expect.element(dialog.getByText('HDFC no longer gets a daily export.')).toBeVisible();
  await expect.poll(() => ended).toHaveLength(1);
});

test('shows it on the board too', async () => {
  const { screen } = await open([daily], '/board');
  await expect.element(screen.getByText(/The host did not answer in time/)).toBeVisible();
});
