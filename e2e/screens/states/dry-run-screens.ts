import type { DryRunResult } from '@doorstep/contract/bulk-upload/dry-run';
import { dryRunOf } from '../../../web/src/testing/dry-runs.ts';
import { answer, click, dialogBy, type Screen, screen, see, seeRole } from '../screen.ts';

const at = '2026-11-26T05:00:00Z';
const base = dryRunOf();
const problem = (row: number, message: string): DryRunResult['problems']['results'][number] => ({
  ...{ row, point: 1, name: 'Suresh Pillai', kind: 'wrong' },
  faults: [{ field: 'mobile_number', column: 'C', message }],
});
/** A file with two contact points in each row. */
const dryRun = dryRunOf({
  same_file: { upload_id: 12, at, by: 'Meera Iyer' },
  other_portfolios: [{ name: 'HDFC LP', lender: null }],
  headings: [
    ...base.headings,
    {
      ...{ heading: 'Home / Address', column: 'D' },
      samples: ['12 Hill Road, Bandra West, near Mehta Stores'],
    },
    { heading: 'Shop / Address', column: 'E', samples: ['4 Mill Lane, Lower Parel'] },
  ],
  mapping: {
    ...{ how: 'sent', id: null, name: null, version: null },
    fields: {
      ...base.mapping.fields,
      address: { headings: ['Home / Address'] },
      portfolio_name: { constant: 'Kaveri Home Loans' },
      visit_type: { constant: 'RV' },
    },
    second: { address: { headings: ['Shop / Address'] }, visit_type: { constant: 'BV' } },
  },
  problems: {
    total: 8,
    results: [
      problem(7, 'mobile_number must have 10 digits'),
      problem(19, 'mobile_number must have 10 digits: the sheet has 9.82E+09'),
    ],
  },
  rows: [1, 2].flatMap((point) => base.rows.map((row) => ({ ...row, point }))),
});
const unmapped = dryRunOf({
  ...{ lender: null, rows: [], heading_row: 0 },
  counts: { new: 0, known: 0, revisits: 0, wrong: 0 },
  problems: { total: 0, results: [] },
  mapping: { ...base.mapping, how: 'names', fields: {} },
  missing_fields: ['application_id', 'mobile_number', 'pin_code'],
});
const mapping = {
  ...{ id: 9, name: 'Daily file', version: 2, lender: { id: 1, name: 'HDFC Bank' } },
  ...{ fields: {}, second: null, headings: [], updated_at: at, updated_by: 'Meera Iyer' },
};
const { counts } = dryRun;
const taken = {
  ...{ success: true, upload_id: 31 },
  message: 'The file was taken in. Contact points stored: 412 of 422.',
  ...{ counts, tried: counts, problems: { total: 0, results: [] } },
  summary: { total_records: 422, successful: 412, failed: 10, timestamp: at },
};
const matches = [
  {
    because: ['mobile_number', 'address'],
    applicant: {
      ...{ id: 10_001, application_id: 'HL-5521', applicant_name: 'Asha S Rao' },
      created_at: '2026-06-26T05:00:00Z',
    },
  },
  { because: ['name'] },
];
const matched = {
  ...{ state: 'compared', count: 2 },
  results: [{ id: 10_500, application_id: 'HL-8804', applicant_name: 'Asha Rao', matches }],
};

const answerMappings = answer('mappings/?**', {
  ...{ results: [mapping], count: 1, next: null, previous: null },
});
const answerDryRun = (result: DryRunResult) => [
  answerMappings,
  answer('bulk/uploads/31/try/', result),
];
const isDryRunShown = seeRole('region', { name: 'Take in' });

const withMatches = answer('applicants/*/matches/', { results: matches });
const hasMatches = seeRole('list', { name: 'Matching applications' });

export const dryRunScreens: Screen[] = [
  screen('try-choose', '/uploads?try=true'),
  screen('try', '/uploads?tried=31', [...answerDryRun(dryRun), isDryRunShown]),
  screen('try-unmapped', '/uploads?tried=31', [...answerDryRun(unmapped), isDryRunShown]),
  screen('try-save-mapping', '/uploads?tried=31', [
    ...answerDryRun(dryRun),
    isDryRunShown,
    dialogBy(/^Save this mapping/),
  ]),
  screen('try-taken', '/uploads?tried=31', [
    ...answerDryRun(dryRun),
    answer('bulk/uploads/31/take/', taken),
    answer('bulk/uploads/31/matches/', matched),
    isDryRunShown,
    click(/^Take in/),
    see('Matches (2)'),
  ]),
  screen('try-expired', '/uploads?tried=31', [see('This file is no longer stored')]),
  screen('applicant-matches', '/applicants', [withMatches, dialogBy(/^View/), hasMatches]),
  screen('review-matches', '/review', [withMatches, hasMatches]),
  screen('mappings', '/uploads?mappings=true', [answerMappings, see(mapping.name)]),
];
