import type { Page } from '@playwright/test';
import { leaveCase } from '../../support/page/leave-case.ts';
import {
  answer,
  changeVerification,
  click,
  desk,
  link,
  press,
  type Screen,
  screen,
  see,
  seeRole,
  settle,
} from '../screen.ts';

const at = '2026-03-05T09:10:00.000Z';

const elsewhere = (id: number, applicant: string, why: string) => ({
  ...{ verification_id: id, applicant, why, at },
  ...{ image_count: 3, photos_expected: 6, colleague: why === 'colleague' ? 'Priya Nair' : null },
});
const others = [
  elsewhere(1, 'Deepak Yadav', 'photos'),
  elsewhere(2, 'Bhavna Trivedi', 'skipped'),
  elsewhere(3, 'Lakshminarayanan Venkatasubramanian', 'colleague'),
];

/** A desk without a case for this user. It lists `count` cases, and why each of them is not offered. */
const emptyDesk = (name: string, heading: string, count: number) =>
  screen(name, '/review', [
    answer('review/next/', { verification_ids: [] }),
    answer('review/day/', {
      ...{ decided: 118, sent_back: 6, median_seconds: 14, team_median_seconds: 19 },
      elsewhere: others.slice(0, count),
    }),
    answer('review/queue/', { waiting: count - 1, mine: 0, incomplete: 1 }),
    seeRole('heading', { name: heading }),
    see('Deepak Yadav'),
  ]);

const decideBy = (key: string) => async (page: Page) => {
  const id = new URL(page.url()).searchParams.get('case') ?? '';
  await leaveCase(page, id, () => page.keyboard.press(key));
};

const pressed = (name: string, ...keys: string[]) =>
  screen(name, '/review', [desk, press(...keys)]);

const thirdSendBack =
  'Lakshminarayanan Venkatasubramanian was sent back 2 times. Choose another agent, or ask a super admin.';

/** No decision reaches the server, because other screens use the same server and show pending cases. */
export const reviewScreens: Screen[] = [
  screen('review', '/review', [desk]),
  pressed('review-place', 'm'),
  pressed('review-zoom', ' '),
  pressed('review-send-back', 'b', '2', '9', 'Enter'),
  screen('review-send-back-agent', '/review', [
    answer('**/send-back/', { code: 'third_send_back', message: thirdSendBack }, 409),
    desk,
    press('b', '2', 'Enter'),
    (page) => page.getByLabel('Agent', { exact: true }).waitFor(),
  ]),
  pressed('review-keys', '?'),
  screen('review-answer', '/review', [
    changeVerification(() => ({
      answers: {
        ...{ verification_id: 50007, at: '2026-03-04T09:10:00.000Z', by: 'Priya Nair' },
        ...{ reasons: ['nameplate_missing', 'photo_unclear'], note: 'The plate is blurred.' },
        photos_wanted: ['nameplate', 'door'],
      },
      later_verification_id: 50119,
    })),
    desk,
  ]),
  screen('review-other-tab', '/verification', [
    (page) =>
      page.evaluate(() => {
        void navigator.locks.request('doorstep-review-desk', () => new Promise(() => {}));
      }),
    link(/^Review/),
    see('The review desk is open in another tab'),
  ]),
  screen('review-undo', '/review', [
    answer('**/admin-decision/', { success: true, message: 'Stored.' }),
    desk,
    decideBy('p'),
    (page) => page.locator('.last-action').waitFor(),
    desk,
  ]),
  screen('review-not-saved', '/review', [
    answer('**/admin-decision/', { message: 'The service is briefly unavailable.' }, 503),
    desk,
    decideBy('n'),
    see(/^Not saved/),
    desk,
  ]),
  screen('review-elsewhere', '/verification?decision=positive', [
    click(/^View/),
    async (page) => {
      await page.waitForURL(/view=\d+/);
      await page.goto(`/review?case=${new URL(page.url()).searchParams.get('view')}`);
    },
    seeRole('heading', { name: /^Decided/ }),
    settle,
  ]),
  emptyDesk('review-empty', 'All reviewed', 1),
  emptyDesk('review-none-for-you', 'No case for you now', 3),
];
