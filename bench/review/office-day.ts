import type { Page } from 'playwright';
import { enter } from '../../e2e/support/sign-in.ts';
import { describeMachine, record } from '../record.ts';
import { openDemo } from '../web/demo-browser.ts';

const times = 10;

interface Flow {
  what: string;
  how: string;
  work: (page: Page) => Promise<void>;
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();
const dialog = (page: Page) => page.getByRole('dialog');
const repeat = async (act: (round: number) => Promise<unknown>) => {
  for (let round = 0; round < times; round += 1) await act(round);
};
const openList = async (page: Page, decision: string) => {
  await page.getByRole('link', { name: 'Verification', exact: true }).click();
  await button(page, decision).click();
  await page.waitForURL(/decision=/);
  await page.locator('tbody:not(.dimmed) tr').first().waitFor();
};
const view = async (page: Page) => {
  const row = page.getByRole('row').filter({ hasNotText: 'Sent back' });
  await row
    .getByRole('button', { name: /^View verification/ })
    .first()
    .click();
  await dialog(page).getByText('Verification Details').waitFor();
};
const download = async (page: Page) => {
  const file = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Download PDF', exact: true }).click();
  await file;
};
const decideAll = (page: Page, current: () => Promise<string>, act: () => Promise<unknown>) =>
  repeat(async () => {
    const before = await current();
    // Waits, because a verification accepts no decision for 0.3 s after it is shown. A real reviewer looks at
    // a verification for longer.
    await page.waitForTimeout(600);
    await act();
    const until = Date.now() + 30_000;
    while ((await current()) === before) {
      if (Date.now() > until) throw new Error(`No case came after ${before}`);
      await page.waitForTimeout(10);
    }
  });
const inAddress = (page: Page, name: string) => async () =>
  new URL(page.url()).searchParams.get(name) ?? '';

const flows: Flow[] = [
  {
    what: 'Ten decisions',
    how: 'Looked at in one dialog, decided in the other',
    work: async (page) => {
      await openList(page, 'Pending');
      await repeat(async () => {
        await view(page);
        await dialog(page).getByRole('button', { name: 'Close' }).click();
        await dialog(page).waitFor({ state: 'hidden' });
        await button(page, /^Edit decision/).click();
        await dialog(page).getByText('Positive', { exact: true }).click();
        await dialog(page).getByRole('button', { name: 'Update', exact: true }).click();
        await dialog(page).waitFor({ state: 'hidden' });
      });
    },
  },
  {
    what: 'Ten decisions',
    how: 'In the record’s dialog, by mouse',
    work: async (page) => {
      await openList(page, 'Pending');
      await view(page);
      await decideAll(page, inAddress(page, 'view'), () =>
        dialog(page).getByRole('button', { name: 'Positive' }).click(),
      );
    },
  },
  {
    what: 'Ten decisions',
    how: 'In the record’s dialog, by the key P',
    work: async (page) => {
      await openList(page, 'Pending');
      await view(page);
      await decideAll(page, inAddress(page, 'view'), () => page.keyboard.press('p'));
    },
  },
  {
    what: 'Ten decisions',
    how: 'At the desk, by P',
    work: async (page) => {
      await page.getByRole('link', { name: 'Verification', exact: true }).click();
      await page.getByRole('link', { name: /^Review/ }).click();
      await page.locator('.review-desk .who h1').waitFor();
      await decideAll(page, inAddress(page, 'case'), () => page.keyboard.press('p'));
    },
  },
  {
    what: 'Ten assignments',
    how: 'One by one',
    work: async (page) => {
      await page.getByRole('link', { name: 'Applicants', exact: true }).click();
      await button(page, 'Not Assigned').click();
      await page.getByText(/^Filter Active/).waitFor();
      await repeat(async () => {
        await page.locator('tbody:not(.dimmed) tr').first().waitFor();
        await button(page, /^Assign /).click();
        await dialog(page).getByLabel('Enter Agent Name:').pressSequentially('Prakash Sal');
        await page.getByRole('option').first().click();
        await dialog(page).getByRole('button', { name: 'Assign', exact: true }).click();
        await dialog(page).waitFor({ state: 'hidden' });
      });
    },
  },
  {
    what: 'Ten assignments',
    how: 'Ticked and assigned together',
    work: async (page) => {
      await page.getByRole('link', { name: 'Applicants', exact: true }).click();
      await button(page, 'Not Assigned').click();
      await page.getByText(/^Filter Active/).waitFor();
      await page.locator('tbody:not(.dimmed) tr').first().waitFor();
      await page.getByRole('checkbox', { name: 'Select this page' }).check();
      await button(page, 'Assign selected').click();
      await dialog(page).getByRole('checkbox').first().check();
      await dialog(page).getByRole('row').nth(2).waitFor({ state: 'detached' });
      await dialog(page)
        .getByRole('button', { name: /^Assign \d/ })
        .click();
      await button(page, 'Undo').waitFor();
    },
  },
  {
    what: 'Ten reports',
    how: 'Each record opened and closed',
    work: async (page) => {
      await openList(page, 'Positive');
      await repeat(async (round) => {
        await page
          .getByRole('button', { name: /^View verification/ })
          .nth(round)
          .click();
        await dialog(page).getByText('Verification Details').waitFor();
        await download(page);
        await dialog(page).getByRole('button', { name: 'Close' }).click();
        await dialog(page).waitFor({ state: 'hidden' });
      });
    },
  },
  {
    what: 'Ten reports',
    how: 'From record to record by J',
    work: async (page) => {
      await openList(page, 'Positive');
      await view(page);
      await repeat(async (round) => {
        await download(page);
        if (round < times - 1) await page.keyboard.press('j');
      });
    },
  },
  {
    what: 'All reports of a filter',
    how: 'As one ZIP file',
    work: async (page) => {
      await openList(page, 'Positive');
      await button(page, 'Download reports').click();
      await dialog(page).getByRole('button', { name: 'Make ZIP file' }).click();
      const file = page.waitForEvent('download', { timeout: 120_000 });
      await dialog(page).getByRole('link', { name: 'Download ZIP' }).click({ timeout: 120_000 });
      await file;
    },
  },
];

const machine = describeMachine();
await using demo = await openDemo();
const { server, browser } = demo;
const rows: (string | number)[][] = [];
for (const { what, how, work } of flows) {
  const page = await browser.newPage({
    baseURL: server.address,
    viewport: { width: 1366, height: 768 },
  });
  await enter(page, 'superadmin@doorstep.test');
  const count = { click: 0, keydown: 0 };
  await page.exposeFunction('countInput', (type: 'click' | 'keydown') => {
    count[type] += 1;
  });
  await page.addInitScript(() => {
    const { countInput } = window as unknown as { countInput: (type: string) => void };
    for (const type of ['click', 'keydown']) {
      // A key that presses a button does not count as a click.
      addEventListener(
        type,
        (event) => {
          if (event instanceof MouseEvent && event.detail === 0) return;
          countInput(type);
        },
        true,
      );
    }
  });
  await page.goto('/home');
  await page.getByRole('link', { name: 'Verification', exact: true }).waitFor();
  const began = performance.now();
  await work(page);
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  rows.push([what, how, count.click, count.keydown, seconds]);
  await page.close();
}
await record('office-day', { date: new Date().toISOString(), machine, rows }, [
  ['What', 'How', 'Clicks', 'Keys', 'Seconds'],
  ...rows,
]);
