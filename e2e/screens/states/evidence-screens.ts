import { checkIds } from '@doorstep/contract/evidence/checks';
import type { EvidenceSummary } from '@doorstep/contract/evidence/office';
import type { Page } from '@playwright/test';
import { click, dialog, dialogBy, type Screen } from '../screen.ts';

/** Answers with the numbers of a busy office in a month, because the demo has few cases. */
const busy = (page: Page) =>
  page.route('**/api/v1/evidence/', async (route) => {
    const answer = await route.fetch();
    const summary = (await answer.json()) as EvidenceSummary;
    const json: EvidenceSummary = {
      ...summary,
      cases: 18_240,
      checks: checkIds.map((check, at) => {
        const fired =
          [38, 612, 74, 201, 344, 41, 88, 97, 12, 9, 4, 61, 130, 14, 118, 402, 23][at] ?? 0;
        const asks_to_be_loosened = check === 'device.unknown';
        const dismissed = Math.floor(fired * (asks_to_be_loosened ? 0.91 : 0.1 + (at % 5) / 10));
        const confirmed = Math.floor((fired - dismissed) * 0.4);
        return { check, version: 1, fired, dismissed, confirmed, asks_to_be_loosened };
      }),
      thresholds: summary.thresholds.map((one) =>
        one.name === 'fastKmh' ? { ...one, value: 110 } : one,
      ),
      changes: [
        {
          version: 1,
          at: '2026-03-05T05:00:00Z',
          by: 'Nandini Kulkarni',
          values: { fastKmh: 110 },
        },
      ],
    };
    await route.fulfill({ json });
  });

const busyWith = (open: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await busy(page);
  await page.reload();
  await page.getByText('18,240 cases checked').waitFor();
  await open(page);
};

export const evidenceScreens: Screen[] = [
  { name: 'evidence', path: '/evidence', open: busyWith(async () => {}) },
  {
    name: 'evidence-empty',
    path: '/evidence',
    open: async (page) => {
      await page.route('**/api/v1/evidence/', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ json: { ...(await answer.json()), cases: 0 } });
      });
      await page.reload();
      await page.getByText('No case was checked').waitFor();
    },
  },
  {
    name: 'evidence-failed',
    path: '/evidence',
    open: async (page) => {
      await page.route('**/api/v1/evidence/', (route) =>
        route.fulfill({ status: 500, json: { message: 'Out of order.', request_id: 'req-1' } }),
      );
      await page.reload();
      await page.getByRole('button', { name: 'Retry' }).waitFor();
    },
  },
  {
    name: 'evidence-check',
    path: '/evidence',
    open: busyWith(dialogBy('View Travel faster than possible')),
  },
  {
    name: 'evidence-no-threshold',
    path: '/evidence',
    open: busyWith(dialogBy('View Unknown phone')),
  },
  { name: 'thresholds', path: '/evidence', open: busyWith(dialogBy('Thresholds')) },
  {
    name: 'thresholds-out-of-bounds',
    path: '/evidence',
    open: busyWith(async (page) => {
      await dialogBy('View Travel faster than possible')(page);
      await page.getByRole('textbox', { name: 'Travel: speed that is worth a look' }).fill('900');
      await click('Save')(page);
      await page.getByText('Enter a whole number from').waitFor();
    }),
  },
  {
    name: 'thresholds-outdated',
    path: '/evidence',
    open: busyWith(async (page) => {
      await page.route('**/api/v1/evidence/thresholds/', (route) =>
        route.fulfill({
          status: 409,
          json: {
            message:
              'A colleague has changed the thresholds in the meantime. Check the new values, then save again.',
            code: 'changed_meanwhile',
          },
        }),
      );
      await dialogBy('View Travel faster than possible')(page);
      await page.getByRole('textbox', { name: 'Travel: speed that is worth a look' }).fill('90');
      await click('Save')(page);
      await page.getByText('Load the newer values').waitFor();
    }),
  },
  {
    name: 'thresholds-changed',
    path: '/evidence',
    open: busyWith(async (page) => {
      await page.route('**/api/v1/evidence/thresholds/', (route) =>
        route.fulfill({ json: { success: true, message: 'Thresholds changed.', version: 2 } }),
      );
      await dialogBy('View Travel faster than possible')(page);
      await page.getByRole('textbox', { name: 'Travel: speed that is worth a look' }).fill('90');
      await click('Save')(page);
      await dialog(page).getByText('Thresholds changed.').waitFor();
    }),
  },
];
