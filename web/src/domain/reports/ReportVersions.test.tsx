import { generatePdf } from '@doorstep/contract/reports';
import {
  downloadReport,
  listReportVersions,
  type ReportVersion,
} from '@doorstep/contract/reports/versions';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { getVerification, listVerifications } from '@doorstep/contract/verifications';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import { verificationOf, verificationRow } from '../../testing/verifications.ts';

const saved: string[] = [];
beforeEach(() => {
  saved.length = 0;
  answer(listVerifications, { results: [verificationRow()], count: 1, next: null, previous: null });
  answer(getVerification, verificationOf());
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const version = (more: Partial<ReportVersion> = {}): ReportVersion => ({
  id: 9,
  version: 1,
  created_at: '2026-03-05T05:00:00.000Z',
  created_by: 'Meera Nair',
  template: 'residence',
  origin: 'sent',
  admin_decision: 'pending',
  code: 'K7QM-2XWD-9FTA',
  sha256: 'ab'.repeat(32),
  bytes: 600_000,
  pages: 4,
  is_signed: false,
  ...more,
});
const open = async () => {
  const { screen } = await renderApp('/verification?view=501');
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('Verification Details')).toBeVisible();
  return dialog;
};
const pdf = (name?: string) =>
  new Response('%PDF-', {
    headers: {
      'Content-Type': 'application/pdf',
      ...(name && { 'Content-Disposition': `attachment; filename="${name}"` }),
    },
  });

test('lists versions for download, and adds a new one when it is made', async () => {
  let results = [version()];
  answer(listReportVersions, () => ({ results }));
  answer(downloadReport, ({ params }: { params: { id: string } }) =>
    pdf(`report-${params.id}.pdf`),
  );
  answer(generatePdf, () => {
    results = [version({ id: 10, version: 2, origin: 'generated' }), version()];
    return pdf();
  });
  const dialog = await open();
  await expect.element(dialog.getByText('Report versions (1)')).toBeVisible();
  await expect.element(dialog.getByRole('cell', { name: 'Mar 5, 2026, 10:30 AM' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Download version 1' }).click();
  await expect.poll(() => saved).toEqual(['report-9.pdf']);

  await dialog.getByRole('button', { name: 'Download PDF', exact: true }).click();
  await expect.element(dialog.getByText('Report versions (2)')).toBeVisible();
  await expect.element(dialog.getByText('Residence, prefilled')).toBeVisible();
});

test('shows a failed download', async () => {
  answer(listReportVersions, { results: [version()] });
  answer(downloadReport, failure(503));
  const dialog = await open();
  await dialog.getByRole('button', { name: 'Download version 1' }).click();
  await expect
    .element(page.getByText('Failed to download PDF. Please try again later.'))
    .toBeVisible();
});

test('shows a failed download after its dialog was closed', async () => {
  answer(listReportVersions, { results: [version()] });
  const { promise, resolve } = Promise.withResolvers<Response>();
  let asked = 0;
  answer(downloadReport, () => {
    asked += 1;
    return promise;
  });
  const dialog = await open();
  await dialog.getByRole('button', { name: 'Download version 1' }).click();
  await expect.poll(() => asked).toBe(1);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  resolve(failure(400));
  await expect
    .element(page.getByText('Report version 1: Failed to download PDF. Please try again later.'))
    .toBeVisible();
});

test('shows no versions if the backend stores none', async () => {
  let asked = 0;
  answer(listReportVersions, () => {
    asked += 1;
    return failure(404);
  });
  const dialog = await open();
  await expect.poll(() => asked).toBeGreaterThan(0);
  await expect.element(dialog.getByText(/Report versions/)).not.toBeInTheDocument();
});
