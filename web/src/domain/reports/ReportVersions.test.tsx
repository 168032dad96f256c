import { generatePdf } from '@doorstep/contract/reports';
import { downloadReport, listReportVersions } from '@doorstep/contract/reports/versions';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { pdf, watchDownloads } from '../../testing/page/downloads.ts';
import { openRecord } from '../../testing/page/open-record.ts';
import { versionOf } from '../../testing/verifications.ts';

const saved = watchDownloads();

test('lists versions for download, and adds a new one when it is made', async () => {
  let results = [versionOf()];
  answer(listReportVersions, () => ({ results }));
  answer(downloadReport, ({ params }: { params: { id: string } }) =>
    pdf(`report-${params.id}.pdf`),
  );
  answer(generatePdf, () => {
    results = [versionOf({ id: 10, version: 2, origin: 'generated' }), versionOf()];
    return pdf();
  });
  const { dialog } = await openRecord();
  await expect.element(dialog.getByText('Report versions (1)')).toBeVisible();
  await expect.element(dialog.getByRole('cell', { name: 'Mar 5, 2026, 10:30 AM' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Download version 1' }).click();
  await expect.poll(() => saved).toEqual(['report-9.pdf']);

  await dialog.getByRole('button', { name: 'Download PDF', exact: true }).click();
  await expect.element(dialog.getByText('Report versions (2)')).toBeVisible();
  await expect.element(dialog.getByText('Residence, prefilled')).toBeVisible();
});

test('shows a failed download', async () => {
  answer(listReportVersions, { results: [versionOf()] });
  answer(downloadReport, failure(503));
  const { dialog } = await openRecord();
  await dialog.getByRole('button', { name: 'Download version 1' }).click();
  await expect
    .element(page.getByText('Failed to download PDF. Please try again later.'))
    .toBeVisible();
});

test('shows a failed download after its dialog was closed', async () => {
  answer(listReportVersions, { results: [versionOf()] });
  const { promise, resolve } = Promise.withResolvers<Response>();
  let asked = 0;
  answer(downloadReport, () => {
    asked += 1;
    return promise;
  });
  const { dialog } = await openRecord();
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
  const { dialog } = await openRecord();
  await expect.poll(() => asked).toBeGreaterThan(0);
  await expect.element(dialog.getByText(/Report versions/)).not.toBeInTheDocument();
});
