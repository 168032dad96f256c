import type { Page } from '@playwright/test';
import { leaveCase } from '../../support/page/leave-case.ts';
import type { Screen } from '../screen.ts';

const caseOf = async (page: Page) => {
  await page.locator('.review-desk .who h1').waitFor();
  await page.locator('.frame img').waitFor();
  await page.waitForTimeout(400);
};
const press =
  (...keys: string[]) =>
  async (page: Page) => {
    await caseOf(page);
    for (const key of keys) await page.keyboard.press(key);
  };
const elsewhere = (id: number, applicant: string, why: string) => ({
  ...{ verification_id: id, applicant, why, at: '2026-03-05T09:10:00.000Z' },
  ...{ image_count: 3, photos_expected: 6, colleague: why === 'colleague' ? 'Priya Nair' : null },
});
const others = [
  elsewhere(1, 'Deepak Yadav', 'photos'),
  elsewhere(2, 'Bhavna Trivedi', 'skipped'),
  elsewhere(3, 'Lakshminarayanan Venkatasubramanian', 'colleague'),
];

/** The desk has no case for this user, while other cases are waiting. */
function emptyDesk(name: string, heading: string, whys: string[]): Screen {
  const day = {
    ...{ decided: 118, sent_back: 6, median_seconds: 14, team_median_seconds: 19 },
    elsewhere: others.filter(({ why }) => whys.includes(why)),
  };
  const queue = { waiting: whys.length - 1, mine: 0, incomplete: 1 };
  return {
    name,
    path: '/home',
    open: async (page) => {
      await page.route('**/api/v1/review/next/', (route) =>
        route.fulfill({ json: { verification_ids: [] } }),
      );
      await page.route('**/api/v1/review/day/', (route) => route.fulfill({ json: day }));
      await page.route('**/api/v1/review/queue/', (route) => route.fulfill({ json: queue }));
      await page.goto('/review');
      await page.getByRole('heading', { name: heading }).waitFor();
      await page.getByText('Deepak Yadav').waitFor();
    },
  };
}

/** These screens decide nothing, because other screens count pending cases. */
export const reviewScreens: Screen[] = [
  { name: 'review', path: '/review', open: caseOf },
  { name: 'review-place', path: '/review', open: press('m') },
  { name: 'review-zoom', path: '/review', open: press(' ') },
  { name: 'review-send-back', path: '/review', open: press('b', '2', '9', 'Enter') },
  {
    name: 'review-send-back-agent',
    path: '/review',
    open: async (page) => {
      const message =
        'Lakshminarayanan Venkatasubramanian was sent back 2 times. Choose another agent, or ask a super admin.';
      await page.route('**/send-back/', (route) =>
        route.fulfill({ status: 409, json: { code: 'third_send_back', message } }),
      );
      await press('b', '2', 'Enter')(page);
      await page.getByLabel('Agent', { exact: true }).waitFor();
    },
  },
  { name: 'review-keys', path: '/review', open: press('?') },
  {
    name: 'review-answer',
    path: '/home',
    open: async (page) => {
      await page.route(/verification_tasks\/\d+$/, async (route) => {
        const answer = await route.fetch();
        const answers = {
          ...{ verification_id: 50007, at: '2026-03-04T09:10:00.000Z', by: 'Priya Nair' },
          ...{ reasons: ['nameplate_missing', 'photo_unclear'], note: 'The plate is blurred.' },
          photos_wanted: ['nameplate', 'door'],
        };
        const more = { answers, later_verification_id: 50119 };
        await route.fulfill({ json: { ...(await answer.json()), ...more } });
      });
      await page.goto('/review');
      await caseOf(page);
    },
  },
  {
    name: 'review-other-tab',
    path: '/verification',
    open: async (page) => {
      await page.evaluate(() => {
        void navigator.locks.request('doorstep-review-desk', () => new Promise(() => {}));
      });
      await page.getByRole('link', { name: /^Review/ }).click();
      await page.getByText('The review desk is open in another tab').waitFor();
    },
  },
  {
    name: 'review-undo',
    path: '/review',
    open: async (page) => {
      await page.route('**/admin-decision/', (route) =>
        route.fulfill({ json: { success: true, message: 'Stored.' } }),
      );
      await caseOf(page);
      const id = new URL(page.url()).searchParams.get('case') ?? '';
      await leaveCase(page, id, () => page.keyboard.press('p'));
      await page.locator('.last-action').waitFor();
      await caseOf(page);
    },
  },
  {
    name: 'review-not-saved',
    path: '/review',
    open: async (page) => {
      const message = 'The service is briefly unavailable.';
      await page.route('**/admin-decision/', (route) =>
        route.fulfill({ status: 503, json: { success: false, message } }),
      );
      await caseOf(page);
      const id = new URL(page.url()).searchParams.get('case') ?? '';
      await leaveCase(page, id, () => page.keyboard.press('n'));
      await page.getByText(/^Not saved/).waitFor();
      await caseOf(page);
    },
  },
  {
    name: 'review-elsewhere',
    path: '/verification?decision=positive',
    open: async (page) => {
      await page.getByRole('button', { name: /^View/ }).first().click();
      await page.waitForURL(/view=\d+/);
      const id = new URL(page.url()).searchParams.get('view');
      await page.goto(`/review?case=${id}`);
      await page.getByRole('heading', { name: /^Decided/ }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  emptyDesk('review-empty', 'All reviewed', ['photos']),
  emptyDesk('review-none-for-you', 'No case for you now', ['photos', 'skipped', 'colleague']),
];
