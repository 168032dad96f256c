import {
  answer,
  changeVerification,
  click,
  desk,
  dialogBy,
  press,
  type Screen,
  see,
  seeRole,
} from '../screen.ts';

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
  ...{ verification_id: id, applicant: 'Lakshminarayanan Venkatasubramanian' },
  ...{ agent: 'Yogesh Mane', portfolio_name: 'Saraswat Home Loans', visited_at: at },
  ...{ because: 'asked', asked_at: at, asked_by: 'Priya Nair', closed_at: null },
  ...{ calling: null, tries: 0, result: null },
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

const withCalls = (more: object = {}) => [
  changeVerification(() => ({ callback, ...more })),
  answer('callbacks/**', { results, count: 6, next: null, previous: null }),
  answer('**/callbacks/number/', { mobile_number: '9820098200', until: at }),
  answer('review/queue/', { waiting: 37, mine: 2, incomplete: 3, again: 4, callbacks: 12 }),
];

const decidedAgain = {
  admin_decision: 'positive',
  admin_reviewed_details: {
    ...{ admin_id: 99, admin_decision: 'positive', decision_date: at, decision_notes: '' },
    ...{ reviewed_by: 'Priya Nair', reviewed_at: at, is_approved: true },
  },
  review_again: { since: at, denied_verification_id: 3 },
};

/** These screens request no number and store nothing, because other screens count the demo's call-backs. */
export const callbackScreens: Screen[] = [
  {
    name: 'review-call-back',
    path: '/review',
    before: withCalls(),
    open: [
      desk,
      press('c'),
      (page) => page.getByRole('button', { name: 'Show number' }).press('Enter'),
      seeRole('link', { name: '9820098200' }),
    ],
  },
  {
    name: 'review-again',
    path: '/review',
    before: withCalls(decidedAgain),
    open: [see('denies another visit')],
  },
  { name: 'callbacks', path: '/callbacks', before: withCalls(), open: [see('Deepak Yadav')] },
  {
    name: 'callback-form',
    path: '/callbacks',
    before: withCalls({ applicant: 'Deepak Yadav', visited_at: at }),
    open: [dialogBy('Call back Deepak Yadav')],
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
    path: '/quality',
    before: [answer('calibration/', { user, ...figures(312, 0.71), months })],
    open: [(page) => page.getByText('Show as a table').click()],
  },
  {
    name: 'quality-register',
    path: '/audit',
    open: [click('Quality register'), (page) => page.getByLabel('Month').waitFor()],
  },
  {
    name: 'dispute-form',
    path: '/verification',
    open: [
      click(/^View/),
      click('Record a dispute'),
      (page) => page.getByRole('radio', { name: 'Other' }).check(),
      click('Record'),
    ],
  },
];

const practised = (cases: number) =>
  answer('practice/', {
    ...{ success: true, message: '' },
    answers: Array.from({ length: cases }, (_, at) => ({ case: at + 1, answer: 'positive' })),
  });

export const practiceScreens: Screen[] = [
  {
    name: 'practice',
    path: '/review/practice',
    before: [practised(4)],
    open: [seeRole('heading', { name: 'Dev Malhotra' })],
  },
  {
    name: 'practice-answer',
    path: '/review/practice',
    before: [practised(1)],
    open: [seeRole('heading', { name: 'Kiran Patil' }), press('p'), see('Expected: Send back')],
  },
  {
    name: 'practice-done',
    path: '/review/practice',
    before: [practised(10)],
    open: [see('Practice is done')],
  },
];
