import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { bulkUpload } from '@doorstep/contract/bulk-upload';
import type { ApplicationDetails } from '@doorstep/contract/verifications';
import { expect, type Page, test } from '@playwright/test';
import { renumber } from '../../server/src/testing/spreadsheets/renumber.ts';
import { openOffice } from '../support/office.ts';
import { notice } from '../support/page/notice.ts';
import { pressForFile } from '../support/page/press-for-file.ts';
import { pressUntilServed } from '../support/page/press-until-served.ts';
import { readPdf } from '../support/read-pdf.ts';
import { signIn } from '../support/sign-in.ts';

const fixtures = new URL('../../server/fixtures/', import.meta.url);
const agent = { name: 'Prakash Salunkhe', email: 'agent@doorstep.test' };
const applicant = 'रमेश कुमार शर्मा';
const photos = ['house.jpg', 'gate.jpg', 'living-room.jpg', 'nameplate.jpg'];

async function upload(page: Page, file: string, year: string) {
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({
    name: file,
    mimeType: 'application/octet-stream',
    buffer: renumber(await readFile(new URL(file, fixtures)), year),
  });
  const summary = dialog.getByText('Upload Summary');
  await pressUntilServed(dialog.getByRole('button', { name: 'Upload', exact: true }), {
    path: bulkUpload.path,
    served: summary.waitFor().then(() => true),
    alert: dialog.getByRole('alert').first(),
  });
  await expect(dialog.getByText('Successful').locator('..')).toContainText('22');
  await expect(dialog.getByText('Failed', { exact: true }).locator('..')).toContainText('3');
  await expect(dialog).toContainText('mobile_number must have 10 digits');
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();
}

async function assign(page: Page, applicationId: string) {
  await page
    .getByPlaceholder('Search by Applicant ID, Portfolio Name, Application ID')
    .fill(applicationId);
  const row = page.getByRole('row').filter({ hasText: applicationId });
  await expect(row).toContainText('Pending');
  await row.getByRole('button', { name: /^Assign/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign Agent' });
  await dialog.getByLabel('Enter Agent Name:').fill(agent.name);
  const press = () => dialog.getByRole('button', { name: /^Assign/ }).click();
  await notice(page, 'Agent successfully assigned!', press);
  await expect(dialog).toBeHidden();
  await expect(row).toContainText(agent.name);
  await expect(row).toContainText('Assigned');
}

async function submitAsAgent(address: string, applicationId: string): Promise<void> {
  const office = await openOffice(address, agent.email);
  const { results } = await office.ask<{ results: ApplicationDetails[] }>(
    'GET',
    '/api/v1/agent/tasks/?page_size=100',
  );
  const task = results.find(({ application_id }) => application_id === applicationId);
  await office.submit(task?.id ?? 0, photos, {
    ...{ neighbour1_name: 'Sushila Devi', neighbour1_feedback: 'Knows the family well.' },
    remark: 'Applicant met in person; name plate and bill match.',
    ...{ latitude: '19.07260', longitude: '72.88450' },
  });
}

async function decide(page: Page, row: ReturnType<Page['getByRole']>) {
  await row.getByRole('button', { name: /^Edit decision/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Update Admin Decision' });
  await dialog.getByText('Positive', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Positive');
}

async function saveReport(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Residence Verification Form' });
  await expect(dialog.getByLabel('Applicant Name')).toHaveValue(applicant);
  await expect(dialog.getByLabel('Agency Decision')).toHaveValue('POSITIVE');
  await expect(dialog.getByText('4 images')).toBeVisible();
  await dialog.getByLabel('Landmark Observed').fill('Opposite the old post office');
  await dialog.getByLabel('Ownership Status').selectOption('RENTED');
  const button = dialog.getByRole('button', { name: 'Save & Download' });
  const download = await pressForFile(page, button);
  await expect(dialog).toBeHidden();
  return download;
}

test('turns a spreadsheet into a signed-off PDF', async ({ page, baseURL }) => {
  // Each run of this test needs new application numbers, because stored contact points can't be uploaded
  // again.
  const year = randomBytes(2).toString('hex').toUpperCase();
  const applicationId = `DSX-${year}-0001`;
  await signIn(page, 'admin@doorstep.test');
  await page.getByRole('link', { name: 'Applicants', exact: true }).click();
  await upload(page, 'applicants-25.xlsx', year);
  await upload(page, 'applicants-25.xls', year);
  await assign(page, applicationId);

  await submitAsAgent(`${baseURL}`, applicationId);

  await page.getByRole('link', { name: 'Verification', exact: true }).click();
  await page
    .getByPlaceholder('Search by Name, Application ID, Verification ID or Agent')
    .fill(applicationId);
  const row = page.getByRole('row').filter({ hasText: applicationId });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(applicant);
  await decide(page, row);

  await row.getByRole('button', { name: /^View/ }).click();
  const detail = page.getByRole('dialog', { name: 'Verification' });
  const thumbnails = detail.getByRole('img', { name: /^Photo \d of 4$/ });
  await expect(thumbnails).toHaveCount(4);
  for (const image of await thumbnails.all()) {
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(100);
  }
  await detail.getByRole('button', { name: 'Edit & Download PDF' }).click();
  const download = await saveReport(page);

  expect(download.suggestedFilename()).toBe('रमेश_कुमार_शर्मा_residence.pdf');
  const pdf = await readPdf(await readFile(await download.path()));
  const entered = ['Opposite the old post office', 'RENTED', 'POSITIVE', 'Knows the family well.'];
  for (const expected of [applicant, applicationId, agent.name, ...entered]) {
    expect(pdf.text).toContain(expected);
  }
  expect(pdf.images).toBe(4);
});
