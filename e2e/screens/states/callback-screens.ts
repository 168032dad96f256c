import type { Page } from '@playwright/test';
import { dialog, type Screen } from '../screen.ts';

const at = '2026-03-05T09:10:00.000Z';
const calls = [
  { at: '2026-03-04T09:10:00.000Z', by: 'Priya Nair', result: 'no_answer', note: '' },
  { at, by: 'Anil Deshpande', result: 'denies_visit', note: 'Nobody came, says his wife.' },
];
const callback = {
  ...{ because: 'sample', asked_at: '2026-03-03T09:10:00.000Z', asked_by: null, closed_at: null },
  ...{ calling: null, calls },
};

const row = (id: number, more: object) => ({
  ...{
    verification_id: id,
    applicant: 'Lakshminarayanan Venkatasubramanian',
    agent: 'Yogesh Mane',
  },
  ...{ portfolio_name: 'Saraswat Home Loans', visited_at: at, because: 'asked', asked_at: at },
  ...{ asked_by: 'Priya Nair', closed_at: null, calling: null, tries: 0, result: null },
  ...more,
});
const results = [
  row(1, { calling: { by: 'Priya Nair', by_id: 2, until: at } }),
  row(2, { because: 'sample', asked_by: null, applicant: 'Deepak Yadav' }),
  row(3, { tries: 2, result: 'no_answer' }),
  row(4, { tries: 1, result: 'confirms' }),
  row(5, { tries: 1, result: 'differs' }),
  row(6, { tries: 3, result: 'denies_visit' }),
];

async function withCalls(page: Page, more: object = {}): Promise<void> {
  await page.route(/verification_tasks\/\d+$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ status: 200, json: { ...(await answer.json()), callback, ...more } });
  });
  await page.route('**/callbacks/number/', (route) =>
    route.fulfill({ json: { mobile_number: '9820098200', until: at } }),
  );
  await page.route('**/api/v1/callbacks/**', (route) =>
    route.fulfill({ json: { results, count: 6, next: null, previous: null } }),
  );
  const queue = { waiting: 37, mine: 2, incomplete: 3, again: 4, callbacks: 12 };
  await page.route('**/api/v1/review/queue/', (route) => route.fulfill({ json: queue }));
}

/** These screens request no number and store nothing, because other screens count the demo's call-backs. */
export const callbackScreens: Screen[] = [
  {
    name: 'review-call-back',
    path: '/home',
    open: async (page) => {
      await withCalls(page);
      await page.goto('/review');
      await page.locator('.review-desk .who h1').waitFor();
      await page.keyboard.press('c');
      await page.getByRole('button', { name: 'Show number' }).press('Enter');
      await page.getByRole('link', { name: '9820098200' }).waitFor();
    },
  },
  {
    name: 'review-again',
    path: '/home',
    open: async (page) => {
      const admin_reviewed_details = {
        ...{ admin_id: 99, admin_decision: 'positive', decision_date: at, decision_notes: '' },
        ...{ reviewed_by: 'Priya Nair', reviewed_at: at, is_approved: true },
      };
      const review_again = { since: at, denied_verification_id: 3 };
      await withCalls(page, {
        admin_decision: 'positive',
        admin_reviewed_details,
        review_again,
      });
      await page.goto('/review');
      await page.getByText('denies another visit').waitFor();
    },
  },
  {
    name: 'callbacks',
    path: '/home',
    open: async (page) => {
      await withCalls(page);
      await page.goto('/callbacks');
      await page.getByText('Deepak Yadav').first().waitFor();
    },
  },
  {
    name: 'callback-form',
    path: '/home',
    open: async (page) => {
      await withCalls(page, { applicant: 'Deepak Yadav', visited_at: at });
      await page.goto('/callbacks');
      await page.getByRole('button', { name: 'Call back Deepak Yadav' }).click();
      await dialog(page).waitFor();
    },
  },
];

const figures = (cases: number, kappa: number) => ({
  agreement: { cases, kappa, low: kappa - 0.18, high: kappa + 0.12 },
  ...{ sent_back: { cases: 640, share: 0.04 }, dismissed: { cases: 12, share: null } },
  ...{ callbacks: { cases: 30, share: 0.9 }, time: { cases: 600, seconds: 40 + cases } },
});
const months = Array.from({ length: 12 }, (_, index) => ({
  month: `2025-${String(index + 1).padStart(2, '0')}`,
  ...figures(20 + 4 * index, 0.4 + 0.04 * index),
}));
const user = { id: 1, name: 'Nandini Kulkarni', is_admin: true };

export const qualityScreens: Screen[] = [
  { name: 'quality-too-few', path: '/quality' },
  {
    name: 'quality',
    path: '/home',
    open: async (page) => {
      await page.route('**/api/v1/calibration/', (route) =>
        route.fulfill({ json: { user, ...figures(312, 0.71), months } }),
      );
      await page.goto('/quality');
      await page.getByText('Show as a table').click();
    },
  },
  {
    name: 'quality-register',
    path: '/audit',
    open: async (page) => {
      await page.getByRole('button', { name: 'Quality register' }).click();
      await page.getByLabel('Month').waitFor();
    },
  },
  {
    name: 'dispute-form',
    path: '/verification',
    open: async (page) => {
      await page.getByRole('button', { name: /^View/ }).first().click();
      await page.getByRole('button', { name: 'Record a dispute' }).click();
      await page.getByRole('radio', { name: 'Other' }).check();
      await page.getByRole('button', { name: 'Record', exact: true }).click();
    },
  },
];

const answers = Array.from({ length: 10 }, (_, index) => ({ case: index + 1, answer: 'positive' }));

export const practiceScreens: Screen[] = [
  {
    name: 'practice',
    path: '/home',
    open: async (page) => {
      await page.route('**/api/v1/practice/', (route) =>
        route.fulfill({ json: { answers: answers.slice(0, 4), success: true, message: '' } }),
      );
      await page.goto('/review/practice');
      await page.getByRole('heading', { name: 'Dev Malhotra' }).waitFor();
    },
  },
  {
    name: 'practice-answer',
    path: '/home',
    open: async (page) => {
      await page.route('**/api/v1/practice/', (route) =>
        route.fulfill({ json: { answers: answers.slice(0, 1), success: true, message: '' } }),
      );
      await page.goto('/review/practice');
      await page.getByRole('heading', { name: 'Kiran Patil' }).waitFor();
      await page.keyboard.press('p');
      await page.getByText('Expected: Send back').waitFor();
    },
  },
  {
    name: 'practice-done',
    path: '/home',
    open: async (page) => {
      await page.route('**/api/v1/practice/', (route) => route.fulfill({ json: { answers } }));
      await page.goto('/review/practice');
      await page.getByText('Practice is done').waitFor();
    },
  },
];
