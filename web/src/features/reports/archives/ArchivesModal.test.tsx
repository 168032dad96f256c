import {
  type Archive,
  createArchive,
  deleteArchive,
  listArchives,
} from '@doorstep/contract/reports/archives';
import { answer, bareFailure, failure } from '@doorstep/contract/testing/backend';
import { listVerifications } from '@doorstep/contract/verifications';
import { beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { call } from '../../../lib/api/api-client.ts';
import { listOf, recordBodies } from '../../../testing/answers.ts';
import { holdIntervals } from '../../../testing/page/page-clock.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { verificationRow } from '../../../testing/verifications.ts';

const archive = (more: Partial<Archive> = {}): Archive => ({
  ...{ id: '0198c0de-0000-4000-8000-000000000001', status: 'ready' },
  filter: { admin_decision: 'positive', portfolio_name: 'Deccan Credit Cards' },
  ...{ total: 120, done: 118, failed: 2, created_at: '2026-03-05T05:00:00.000Z' },
  ...{ finished_at: '2026-03-05T05:01:00.000Z', expires_at: '2026-03-06T05:01:00.000Z' },
  file_url: '/api/v1/report-archives/0198c0de-0000-4000-8000-000000000001/file/',
  ...more,
});
const running = archive({ status: 'running', done: 30, failed: 0, file_url: null });

beforeEach(() => {
  answer(listVerifications, listOf([verificationRow()]));
  answer(listArchives, listOf([]));
});

/** Serves a list with one archive, and counts the requests for the list in `looks`. */
function follow(found: Archive) {
  const list = { found, looks: 0 };
  answer(listArchives, () => {
    list.looks += 1;
    return { results: [list.found] };
  });
  return list;
}

async function open() {
  const { screen } = await renderApp('/verification?archives=true');
  const dialog = screen.getByRole('dialog');
  const make = () => dialog.getByRole('button', { name: 'Make ZIP file' }).click();
  return { screen, dialog, make };
}

test('offers no archives if the backend has none', async () => {
  answer(listArchives, bareFailure(404));
  const { screen } = await renderApp('/verification');
  await expect.element(screen.getByRole('table', { name: 'Verifications' })).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: 'Download reports' }))
    .not.toBeInTheDocument();
});

test('polls archives only while they are shown', async () => {
  holdIntervals();
  const list = follow({ ...running, filter: { start_date: '2026-03-01' } });
  const { screen } = await renderApp('/verification');
  const button = screen.getByRole('button', { name: 'Download reports' });
  await expect.element(button).toBeVisible();
  // Longer than the interval between two polls.
  vi.advanceTimersByTime(1_500);
  // Once this request is answered, a poll sent before would have been counted.
  await call(listVerifications);
  await expect.poll(() => list.looks).toBe(1);
  await button.click();
  await expect.element(screen.getByText('All decisions · from Mar 1, 2026')).toBeVisible();
  const progress = '30 of 120 · requested Mar 5, 2026, 10:30 AM';
  await expect.element(screen.getByText(progress)).toBeVisible();
  // The dialog shows the list that was loaded before, without another request.
  await call(listVerifications);
  await expect.poll(() => list.looks).toBe(1);
  vi.advanceTimersByTime(1_000);
  await expect.poll(() => list.looks).toBeGreaterThan(1);
});

test('preselects the list’s filter, and omits empty fields', async () => {
  const sent = recordBodies(createArchive, archive());
  const { screen, address } = await renderApp('/verification?decision=negative');
  await screen.getByRole('button', { name: 'Download reports' }).click();
  await expect.poll(address).toBe('/verification?decision=negative&archives=true');
  const dialog = screen.getByRole('dialog', { name: 'Download reports' });
  await expect.element(dialog.getByLabelText('Admin Decision')).toHaveValue('negative');
  await expect
    .element(dialog.getByText('No files yet. A file stays here for a day.'))
    .toBeVisible();
  const from = dialog.getByRole('group', { name: 'Submitted from' });
  await from.getByRole('spinbutton', { name: /^month/ }).click();
  await userEvent.keyboard('03012026');
  await dialog.getByRole('button', { name: 'Make ZIP file' }).click();
  await expect.poll(() => sent).toEqual([{ admin_decision: 'negative', start_date: '2026-03-01' }]);
});

test.each([
  [failure(400, { errors: { request: ['No verification matches.'] } }), 'No verification matches.'],
  [failure(400, { errors: { start_date: ['Too late.'] } }), 'Too late.'],
  [failure(409, { message: 'You have 3 archives.' }), 'You have 3 archives.'],
  [bareFailure(500), 'Couldn’t start the ZIP file. Try again.'],
])('shows a rejection at its field, and keeps the choices: %#', async (refusal, text) => {
  answer(createArchive, refusal);
  const { dialog, make } = await open();
  await userEvent.fill(dialog.getByLabelText('Portfolio Name'), 'Malabar MSME');
  await make();
  await expect.element(dialog.getByText(text)).toBeVisible();
  await expect.element(dialog.getByLabelText('Portfolio Name')).toHaveValue('Malabar MSME');
});

test('sends the same request again after a broken connection', async () => {
  const keys: (string | null)[] = [];
  answer(createArchive, ({ request }) => {
    keys.push(request.headers.get('Idempotency-Key'));
    return keys.length === 1 ? bareFailure(500) : archive();
  });
  const { dialog, make } = await open();
  await make();
  await expect.element(dialog.getByText(/^Couldn’t start the ZIP file/)).toBeVisible();
  await make();
  await expect.poll(() => keys.length).toBe(2);
  await expect.poll(() => keys[0]).toMatch(/^[0-9a-f]{32}$/);
  await expect.poll(() => keys[1]).toBe(keys[0]);
});

test('follows an archive until its file is there as a link', async () => {
  holdIntervals();
  const list = follow(running);
  const { dialog } = await open();
  const bar = dialog.getByRole('progressbar', {
    name: 'Progress of Positive · Deccan Credit Cards',
  });
  await expect.element(bar).toHaveAttribute('aria-valuenow', '25');
  await expect.element(dialog.getByText(/^30 of 120/)).toBeVisible();
  const before = list.looks;
  vi.advanceTimersByTime(1_000);
  await expect.poll(() => list.looks).toBeGreaterThan(before);
  list.found = archive();
  vi.advanceTimersByTime(1_000);
  const link = dialog.getByRole('link', { name: 'Download ZIP' });
  await expect.element(link).toHaveAttribute('href', archive().file_url);
  await expect.element(dialog.getByText(/2 could not be made, see reports.csv/)).toBeVisible();
  await expect.element(bar).not.toBeInTheDocument();
});

test('cancels an archive in progress', async () => {
  let isThere = true;
  answer(listArchives, () => ({ results: isThere ? [running] : [] }));
  answer(deleteArchive, () => {
    isThere = false;
    return { success: true, message: 'Archive removed' };
  });
  const { screen, dialog } = await open();
  await screen.getByRole('button', { name: 'Cancel Positive · Deccan Credit Cards' }).click();
  await expect
    .element(screen.getByText('No files yet. A file stays here for a day.'))
    .toBeVisible();
  // The button that had the focus is gone, so the focus must move to something else in the dialog.
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('does not poll while the user is away', async () => {
  holdIntervals();
  const list = follow(running);
  const { screen } = await open();
  await expect.element(screen.getByText(/^30 of 120/)).toBeVisible();
  const before = list.looks;
  vi.advanceTimersByTime(1_000);
  await expect.poll(() => list.looks).toBe(before + 1);
  vi.setSystemTime(Date.now() + 16 * 60_000);
  vi.advanceTimersByTime(1_000);
  // Once this request is answered, a poll sent before would have been counted.
  await call(listVerifications);
  await expect.poll(() => list.looks).toBe(before + 1);
  window.dispatchEvent(new PointerEvent('pointermove'));
  vi.advanceTimersByTime(1_000);
  await expect.poll(() => list.looks).toBe(before + 2);
});
