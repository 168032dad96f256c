import { checkIds } from '@doorstep/contract/evidence/checks';
import type { EvidenceSummary } from '@doorstep/contract/evidence/office';
import type { Page } from '@playwright/test';
import {
  answer,
  change,
  click,
  dialogBy,
  type Screen,
  type Step,
  screen,
  see,
  seeRole,
} from '../screen.ts';

const fired = [38, 612, 74, 201, 344, 41, 88, 97, 12, 9, 4, 61, 130, 14, 118, 402, 23];

/** Answers with the numbers of a busy office in a month, because the demo has few cases. */
const busy = change('**/api/v1/evidence/', (summary: EvidenceSummary) => ({
  ...summary,
  cases: 18_240,
  checks: checkIds.map((check, at) => {
    const count = fired[at] ?? 0;
    const asks_to_be_loosened = check === 'device.unknown';
    const dismissed = Math.floor(count * (asks_to_be_loosened ? 0.91 : 0.1 + (at % 5) / 10));
    const confirmed = Math.floor((count - dismissed) * 0.4);
    return { check, version: 1, fired: count, dismissed, confirmed, asks_to_be_loosened };
  }),
  thresholds: summary.thresholds.map((one) =>
    one.name === 'fastKmh' ? { ...one, value: 110 } : one,
  ),
  changes: [
    { version: 1, at: '2026-03-05T05:00:00Z', by: 'Nandini Kulkarni', values: { fastKmh: 110 } },
  ],
}));

const outdated =
  'A colleague has changed the thresholds in the meantime. Check the new values, then save again.';

const busyWith = (name: string, ...open: Step[]) =>
  screen(name, '/evidence', [busy, see('18,240 cases checked'), ...open]);

const changeSpeed = (value: string) => [
  dialogBy('View Travel faster than possible'),
  (page: Page) =>
    page.getByRole('textbox', { name: 'Travel: speed that is worth a look' }).fill(value),
  click('Save'),
];

export const evidenceScreens: Screen[] = [
  busyWith('evidence'),
  screen('evidence-empty', '/evidence', [
    change('**/api/v1/evidence/', (summary: EvidenceSummary) => ({ ...summary, cases: 0 })),
    see('No case was checked'),
  ]),
  screen('evidence-failed', '/evidence', [
    answer('evidence/', { message: 'Out of order.', request_id: 'req-1' }, 500),
    seeRole('button', { name: 'Retry' }),
  ]),
  busyWith('evidence-check', dialogBy('View Travel faster than possible')),
  busyWith('evidence-no-threshold', dialogBy('View Unknown phone')),
  busyWith('thresholds', dialogBy('Thresholds')),
  busyWith('thresholds-out-of-bounds', ...changeSpeed('900'), see('Enter a whole number from')),
  busyWith(
    'thresholds-outdated',
    answer('evidence/thresholds/', { message: outdated, code: 'changed_meanwhile' }, 409),
    ...changeSpeed('90'),
    see('Load the newer values'),
  ),
  busyWith(
    'thresholds-changed',
    answer('evidence/thresholds/', { success: true, message: 'Thresholds changed.', version: 2 }),
    ...changeSpeed('90'),
    see('Thresholds changed.'),
  ),
];
