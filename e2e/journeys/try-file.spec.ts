import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { renumber } from '../../server/src/testing/spreadsheets/renumber.ts';
import { signIn } from '../support/sign-in.ts';

const fixture = new URL('../../server/fixtures/applicants-25.xlsx', import.meta.url);

// Covers: try-page-1, upload-10
test('a file is tried, taken in and undone', async ({ page }) => {
  await signIn(page, 'admin@doorstep.test');
  await page.goto('/uploads');
  await page.getByRole('link', { name: 'Try a file' }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'tried.xlsx',
    mimeType: 'application/octet-stream',
    buffer: renumber(await readFile(fixture), '31'),
  });
  await expect(page.getByText('22 new, 0 known, 3 wrong')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Problems' })).toContainText(
    'mobile_number must have 10 digits',
  );
  await page.reload();
  await page.getByRole('button', { name: 'Take in 22' }).click();
  await expect(page.getByRole('link', { name: 'Assign these 22 applicants' })).toBeVisible();

  await page.getByRole('link', { name: 'Undo', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Undo upload' });
  await expect(dialog).toContainText('tried.xlsx');
  await dialog.getByRole('button', { name: 'Undo upload' }).click();
  await expect(dialog).toContainText('22 applicants deleted');
});
