import type { Page } from '@playwright/test';
import { dialogBy, type Screen } from '../screen.ts';

const problem = (row: number, name: string, message: string) => ({
  ...{ row, point: 1, name, kind: 'wrong' },
  faults: [{ field: 'mobile_number', column: 'E', message }],
});
const row = (number: number, name: string, point = 1) => ({
  ...{ row: number, point, state: 'new', application_id: `HL-${8800 + number}` },
  ...{ applicant_name: name, applicant_type: 'Applicant', portfolio_name: 'Kaveri Home Loans' },
  ...{ product_type: 'Home Loan', visit_type: point === 1 ? 'RESIDENCE' : 'BUSINESS', message: '' },
  ...{ mobile_number: '9820098200', pin_code: '400050' },
  address: '12 Hill Road, Bandra West, near Mehta Stores, Mumbai',
});
const heading = (column: string, name: string, ...samples: string[]) => ({
  ...{ heading: name, column, samples },
});
const counts = { new: 412, known: 3, revisits: 2, wrong: 5 };
const tried = {
  ...{ upload_id: 31, revision: 1, file_name: 'HDFC PL 26 Nov.xlsx', format: 'xlsx' },
  expires_at: '2026-11-27T05:00:00Z',
  same_file: { upload_id: 12, at: '2026-11-25T06:10:00Z', by: 'Meera Iyer' },
  ...{ sheets: ['Cases', 'Old cases'], sheet: 'Cases', heading_row: 3, total_rows: 422 },
  headings: [
    heading('A', 'LOS No', 'HL-8804', 'HL-8805', 'HL-8806'),
    heading('B', 'Customer', 'Asha Rao', 'Ravi Shah', 'Kavita Joshi'),
    heading('C', 'Home / Address', '12 Hill Road, Bandra West, near Mehta Stores'),
    heading('D', 'Home / Pin', '400050', '400013'),
    heading('E', 'Home / Phone', '9820098200', '98200 98201'),
    heading('F', 'Shop / Address', '4 Mill Lane, Lower Parel'),
    heading('G', 'Shop / Pin', '400013'),
    heading('H', 'DOB', '01/02/1990'),
  ],
  lender: { id: 1, name: 'HDFC Bank', confidence: 0.9, how: 'headings' },
  other_portfolios: [{ name: 'HDFC LP', lender: null }],
  mapping: {
    ...{ how: 'sent', id: null, name: null, version: null },
    fields: {
      application_id: { headings: ['LOS No'] },
      applicant_name: { headings: ['Customer'] },
      address: { headings: ['Home / Address'] },
      pin_code: { headings: ['Home / Pin'] },
      mobile_number: { headings: ['Home / Phone'] },
      portfolio_name: { constant: 'Kaveri Home Loans' },
      visit_type: { constant: 'RV' },
    },
    second: {
      address: { headings: ['Shop / Address'] },
      pin_code: { headings: ['Shop / Pin'] },
      visit_type: { constant: 'BV' },
    },
  },
  ...{ unknown_headings: ['DOB'], missing_headings: [], missing_fields: [], counts },
  points: [counts],
  problems: {
    total: 8,
    results: [
      problem(7, 'Suresh Pillai', 'mobile_number must have 10 digits'),
      problem(19, 'Fatima Shaikh', 'mobile_number must have 10 digits: the sheet has 9.82E+09'),
    ],
  },
  rows: [row(4, 'Asha Rao'), row(4, 'Asha Rao', 2), row(5, 'Ravi Shah')],
};
const mapping = {
  ...{ id: 9, name: 'Daily file', version: 2, lender: { id: 1, name: 'HDFC Bank' } },
  ...{ fields: {}, second: null, headings: [], updated_at: '2026-11-20T05:00:00Z' },
  updated_by: 'Meera Iyer',
};
const listed = { results: [mapping], count: 1, next: null, previous: null };
const taken = {
  ...{ success: true, message: 'Taken in: 412 of 422 contact points stored.', upload_id: 31 },
  ...{ counts, tried: counts, problems: { total: 0, results: [] } },
  summary: { total_records: 422, successful: 412, failed: 10, timestamp: '2026-11-26T05:00:00Z' },
};
const matches = {
  ...{ state: 'compared', count: 2 },
  results: [
    {
      ...{ id: 10_500, application_id: 'HL-8804', applicant_name: 'Asha Rao' },
      matches: [
        {
          because: ['mobile_number', 'address'],
          applicant: {
            ...{ id: 10_001, application_id: 'HL-5521', applicant_name: 'Asha S Rao' },
            created_at: '2026-06-26T05:00:00Z',
          },
        },
        { because: ['name'] },
      ],
    },
  ],
};

const answered = (json: unknown) => (page: Page, path: string) =>
  page.route(`**/api/v1/${path}`, (route) => route.fulfill({ json }));

const answerMatches = (page: Page) =>
  answered({ results: matches.results[0]?.matches })(page, 'applicants/*/matches/');

async function shown(page: Page, result: object = tried) {
  await answered(listed)(page, 'mappings/?**');
  await answered(result)(page, 'bulk/uploads/31/try/');
  await page.reload();
  await page.getByRole('region', { name: 'Take in' }).waitFor();
}

export const tryScreens: Screen[] = [
  { name: 'try-choose', path: '/uploads?try=true' },
  { name: 'try', path: '/uploads?tried=31', open: (page) => shown(page) },
  {
    name: 'try-unmapped',
    path: '/uploads?tried=31',
    open: (page) =>
      shown(page, {
        ...{ ...tried, lender: null, same_file: undefined, rows: [], heading_row: 0 },
        ...{
          counts: { new: 0, known: 0, revisits: 0, wrong: 0 },
          problems: { total: 0, results: [] },
        },
        mapping: { ...tried.mapping, how: 'names', fields: {}, second: null },
        missing_fields: ['application_id', 'mobile_number', 'pin_code'],
      }),
  },
  {
    name: 'try-save-mapping',
    path: '/uploads?tried=31',
    open: async (page) => {
      await shown(page);
      await dialogBy(/^Save this mapping/)(page);
    },
  },
  {
    name: 'try-taken',
    path: '/uploads?tried=31',
    open: async (page) => {
      await answered(taken)(page, 'bulk/uploads/31/take/');
      await answered(matches)(page, 'bulk/uploads/31/matches/');
      await shown(page);
      await page.getByRole('button', { name: /^Take in/ }).click();
      await page.getByText('Matches (2)').waitFor();
    },
  },
  {
    name: 'try-expired',
    path: '/uploads?tried=31',
    open: (page) => page.getByText('This file is no longer stored').waitFor(),
  },
  {
    name: 'applicant-matches',
    path: '/applicants',
    open: async (page) => {
      await answerMatches(page);
      await dialogBy(/^View/)(page);
      await page.getByRole('list', { name: 'Matching applications' }).waitFor();
    },
  },
  {
    name: 'review-matches',
    path: '/review',
    open: async (page) => {
      await answerMatches(page);
      await page.reload();
      await page.getByRole('list', { name: 'Matching applications' }).waitFor();
    },
  },
  {
    name: 'mappings',
    path: '/uploads?mappings=true',
    open: async (page) => {
      await answered(listed)(page, 'mappings/?**');
      await page.reload();
      await page.getByText(mapping.name).waitFor();
    },
  },
];
