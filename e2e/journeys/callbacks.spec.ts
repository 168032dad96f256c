import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { connect } from '../../server/src/db/connection.ts';
import {
  findCallbackCases,
  passDay,
  readCallback,
} from '../../server/src/testing/review/callback-cases.ts';
import { ownServer } from '../support/own-server.ts';
import { enter } from '../support/sign-in.ts';

const own = ownServer();

async function callBack(page: Page, id: number, mobile: string, digit: string): Promise<void> {
  await page.goto(`/review?case=${id}`);
  await page.locator('.frame img').waitFor();
  const panel = page.getByRole('dialog', { name: 'Call-back' });
  await expect(async () => {
    await page.keyboard.press('c');
    // Real time: the key is pressed again until the desk takes it.
    await expect(panel).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(panel.getByRole('button', { name: 'Show number' })).toBeFocused();
  await expect(page.locator('body')).not.toContainText(mobile);
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('link', { name: mobile })).toBeVisible();
  await page.keyboard.press(digit);
  await page.keyboard.press('Enter');
  await expect(panel).toBeHidden();
}

// Covers: callbacks-2, callbacks-4, callbacks-5, callbacks-7
test('calls back by keys: three days without an answer close it, and a denied visit brings the agent’s days back', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const { address, dataDir } = own.server;
  const db = connect({
    ...{ host: join(dataDir, 'database'), port: 5432 },
    ...{ user: 'doorstep_app', database: 'doorstep' },
  });
  try {
    const [denied, silent] = await findCallbackCases(db, 2);
    if (!silent || !denied) throw new Error('The demo has too few cases for this journey');
    const page = await (await browser.newContext({ baseURL: address })).newPage();
    await enter(page, 'admin@doorstep.test');
    for (const day of [1, 2, 3]) {
      await callBack(page, silent.id, silent.mobile, '4');
      expect(await readCallback(db, silent.id)).toMatchObject({ is_open: day < 3, looks: day });
      await passDay(db, silent.id);
    }
    await callBack(page, denied.id, denied.mobile, '2');
    const { is_open, is_serious, again, decided } = await readCallback(db, denied.id);
    expect({ is_open, is_serious, again }).toEqual({
      is_open: false,
      is_serious: true,
      again: decided,
    });
    expect(again).toBeGreaterThan(2);
    await page.goto(`/review?case=${denied.id}`);
    await expect(page.getByText(/denies the visit/i).first()).toBeVisible();
  } finally {
    await db.destroy();
  }
});
