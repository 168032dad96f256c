import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { pressForFile } from '../support/page/press-for-file.ts';
import { readPdf } from '../support/read-pdf.ts';
import { enter } from '../support/sign-in.ts';

test('lets anyone check a downloaded report and an altered one, without sending the file', async ({
  page,
  browser,
  baseURL,
}) => {
  await enter(page, 'superadmin@doorstep.test');
  // Takes a later page, because decisions of other journeys appear on the first pages and may change.
  await page.goto('/verification?decision=positive&page=5');
  await page.getByRole('button', { name: /^View/ }).last().click();
  const button = page.getByRole('button', { name: 'Download PDF', exact: true });
  const file = await (await pressForFile(page, button)).path();
  await expect(page.getByText(/^Report versions \(/)).toBeVisible();

  const report = await readFile(file);
  const code = /Code ([0-9A-Z-]{14})/.exec((await readPdf(report)).text)?.[1] ?? '';
  const context = await browser.newContext({ baseURL });
  const stranger = await context.newPage();
  await stranger.goto(`/verify/${code}`);
  await expect(stranger.getByText('Doorstep made a report with this code.')).toBeVisible();
  await expect(stranger.getByText('Positive')).toBeVisible();

  const sent: string[] = [];
  stranger.on('request', (request) => sent.push(request.url()));
  const choose = (buffer: Buffer) =>
    stranger
      .getByLabel(/^Choose/)
      .setInputFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer });
  await choose(report);
  await expect(stranger.getByText(/^Genuine/)).toBeVisible();
  const place = Math.floor(report.length / 2);
  report[place] = (report[place] ?? 0) ^ 1;
  await choose(report);
  await expect(stranger.getByText(/^Not the same/)).toBeVisible();
  expect(sent).toEqual([]);
  await context.close();
});
