import {
  answer,
  changeVerification,
  click,
  desk,
  dialogBy,
  press,
  type Screen,
  screen,
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

/** These screens change no data on the server, because other screens count the demo's call-backs. */
export const callbackScreens: Screen[] = [
  screen('review-call-back', '/review', [
    ...withCalls(),
    desk,
    press('c'),
    (page) => page.getByRole('button', { name: 'Show number' }).press('Enter'),
    seeRole('link', { name: '9820098200' }),
  ]),
  screen('review-again', '/review', [...withCalls(decidedAgain), see('denies another visit')]),
  screen('callbacks', '/callbacks', [...withCalls(), see('Deepak Yadav')]),
  screen('callback-form', '/callbacks', [
    ...withCalls({ applicant: 'Deepak Yadav', visited_at: at }),
    dialogBy('Call back Deepak Yadav'),
  ]),
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
  screen('quality-too-few', '/quality'),
  screen('quality', '/quality', [
    answer('calibration/', { user, ...figures(312, 0.71), months }),
    (page) => page.getByText('Show as a table').click(),
  ]),
  screen('quality-register', '/audit', [
    click('Quality register'),
    (page) => page.getByLabel('Month').waitFor(),
  ]),
  screen('dispute-form', '/verification', [
    click(/^View/),
    click('Record a dispute'),
    (page) => page.getByRole('radio', { name: 'Other' }).check(),
    click('Record'),
  ]),
];

const practised = (cases: number) =>
  answer('practice/', {
    ...{ success: true, message: '' },
    answers: Array.from({ length: cases }, (_, at) => ({ case: at + 1, answer: 'positive' })),
  });

export const practiceScreens: Screen[] = [
  screen('practice', '/review/practice', [
    practised(4),
    seeRole('heading', { name: 'Dev Malhotra' }),
  ]),
  screen('practice-answer', '/review/practice', [
    practised(1),
    seeRole('heading', { name: 'Kiran Patil' }),
    press('p'),
    see('Expected: Send back'),
  ]),
  screen('practice-done', '/review/practice', [practised(10), see('Practice is done')]),
];
