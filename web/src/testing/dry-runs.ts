import type { DryRunResult } from '@doorstep/contract/bulk-upload/dry-run';

const at = '2026-03-05T05:00:00.000Z';
const headings = [
  { heading: 'LOS No', column: 'A', samples: ['HL-1', 'HL-2'] },
  { heading: 'Cust', column: 'B', samples: ['Asha Rao', 'Ravi Shah'] },
  { heading: 'Tel', column: 'C', samples: ['9820098200'] },
];

export const dryRunOf = (more: Partial<DryRunResult> = {}): DryRunResult => ({
  ...{ upload_id: 31, revision: 2, file_name: 'HDFC.xlsx', format: 'xlsx', expires_at: at },
  ...{ sheets: ['Cases', 'Old'], sheet: 'Cases', heading_row: 3, headings, total_rows: 422 },
  lender: { id: 4, name: 'HDFC Bank', confidence: 1, how: 'headings' },
  other_portfolios: [],
  mapping: {
    ...{ how: 'saved', id: 9, name: 'Daily file', version: 2, second: null },
    fields: { application_id: { headings: ['LOS No'] }, applicant_name: { headings: ['Cust'] } },
  },
  ...{ unknown_headings: ['Tel'], missing_headings: [], missing_fields: [] },
  counts: { new: 412, known: 3, revisits: 2, wrong: 5 },
  points: [{ new: 412, known: 3, revisits: 2, wrong: 5 }],
  problems: {
    total: 8,
    results: [
      {
        ...{ row: 7, point: 1, name: 'Asha Rao', kind: 'wrong' },
        faults: [{ field: 'pin_code', column: 'F', message: 'pin_code must have 6 digits' }],
      },
    ],
  },
  rows: [
    {
      ...{ row: 4, point: 1, state: 'new', application_id: 'HL-1', applicant_name: 'Asha Rao' },
      ...{ applicant_type: 'Applicant', portfolio_name: 'HDFC PL', product_type: '', message: '' },
      ...{ visit_type: 'RESIDENCE', mobile_number: '9820098200', pin_code: '400050' },
      address: '1 Hill Road',
    },
  ],
  ...more,
});
