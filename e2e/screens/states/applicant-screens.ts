import { fileURLToPath } from 'node:url';
import { visitOf } from '../../../web/src/testing/visits.ts';
import {
  answer,
  change,
  clickInDialog,
  dialog,
  dialogBy,
  fill,
  link,
  type Screen,
  screen,
  scrollTo,
  see,
  seeRole,
} from '../screen.ts';

const spreadsheet = fileURLToPath(
  new URL('../../../server/fixtures/applicants-25.xlsx', import.meta.url),
);

const unavailable = {
  ...{ success: false, request_id: '7d1f0c52' },
  message: 'The service is briefly unavailable. Please try again.',
};

// A fixed answer is enough, because this screen shows only the summary. The journeys upload the real file.
const uploaded = {
  ...{ success: true, upload_id: 1, message: 'Upload complete: 22 of 25 records stored.' },
  summary: { total_records: 25, successful: 22, failed: 3, timestamp: '2026-03-05T05:00:00.000Z' },
  failed_records: [
    { row: 9, name: 'Anjali Deshpande', errors: ['mobile_number must have 10 digits'] },
    { row: 16, name: '', errors: ['applicant_name is required'] },
    { row: 22, name: 'Bhavna Trivedi', errors: ['pin_code must have 6 digits'] },
  ],
};

// The demo's applicants have no audit events, because they were stored directly in the database.
const happened = (id: number, at: string, action: string, after: object = {}) => ({
  ...{ id, at, action, subject: 'applicant', subject_id: 1, before: null, after, address: null },
  actor: { id: 2, name: 'Arjun Mehta' },
});
const history = {
  results: [
    happened(6, '2026-03-05T11:40:00.000Z', 'decide', { status: 'submitted' }),
    happened(5, '2026-03-05T09:10:00.000Z', 'visit', { status: 'visited' }),
    happened(4, '2026-03-04T06:00:00.000Z', 'assign', { assigned_agent_id: 7 }),
    happened(3, '2026-03-03T12:30:00.000Z', 'unassign'),
    { ...happened(1, '2026-03-02T04:00:00.000Z', 'create'), subject: 'upload' },
  ],
  people: [{ id: 7, name: 'Sunita Patil' }],
};

const visits = [
  visitOf({
    ...{ outcome: 'locked', is_final: false, try_again_at: '2026-03-06T05:30:00.000Z' },
    ...{ latitude: 18.52043, longitude: 73.85674, accuracy_m: 140 },
    place_reason: 'Inside a building',
    photos_skipped: [{ shows: 'nameplate', reason: 'not_visible' }],
    ...{ standing: 'counted', held_because: null, colleague: null, colleague_since: null },
  }),
  visitOf({
    ...{ id: '00000000-0000-4000-8000-000000000002', standing: 'set_aside' },
    ...{ resolved_by: 'Arjun Mehta', resolution_note: 'The same as Ravi found.' },
  }),
];

const givenBack = {
  ...{ by: 'Ravi Kumar', at: '2026-03-05T05:00:00.000Z', reason: 'wrong_pin_code' },
  note: 'The building is in 400706. '.repeat(37).trim(),
};

export const applicantScreens: Screen[] = [
  screen('applicants-of-status', '/applicants?status=assigned'),
  screen('applicants', '/applicants'),
  screen('applicants-page', '/applicants?page=12'),
  screen('applicants-not-assigned', '/applicants?assigned=false'),
  screen('applicants-no-match', '/applicants?search=no%20such%20thing'),
  screen('applicants-failed', '/applicants', [
    answer('applicants/?*', unavailable, 503),
    seeRole('button', { name: 'Retry' }),
  ]),
  screen('applicants-loading', '/home', [
    (page) => page.route('**/api/v1/applicants/?*', () => new Promise(() => {})),
    link('Manage Applicants'),
    seeRole('table'),
    (page) => page.waitForTimeout(1_200),
  ]),
  screen('applicant', '/applicants', [dialogBy(/^View/)]),
  screen('applicant-history', '/applicants', [
    answer('applicants/*/history/', history),
    dialogBy(/^View/),
    (page) => dialog(page).getByRole('list', { name: 'History' }).scrollIntoViewIfNeeded(),
  ]),
  screen('applicant-visits', '/applicants', [
    answer('applicants/*/visits/', { results: visits }),
    dialogBy(/^View/),
    (page) => page.getByText('What was found').first().click(),
    scrollTo('Visits'),
  ]),
  screen('assign', '/applicants?assigned=false', [dialogBy(/^Assign agent/)]),
  screen('assign-given-back', '/applicants?assigned=false', [
    change(/applicants\/\d+\/$/, (record: object) => ({ ...record, given_back: givenBack })),
    dialogBy(/^Assign agent/),
    see('Given back by'),
  ]),
  screen('reassign-suggestions', '/applicants', [
    dialogBy(/^Reassign agent/),
    fill('Enter Agent Name:', 'sun'),
    (page) => page.waitForTimeout(400),
  ]),
  screen('reassign-decided', '/applicants', [
    (page) =>
      page
        .getByRole('row')
        .filter({ hasText: 'Submitted' })
        .getByRole('button', { name: /^Reassign agent/ })
        .first()
        .click(),
    see('If you choose another agent, that agent must make a new visit.'),
    (page) => dialog(page).getByRole('option').last().click(),
    clickInDialog('Assign'),
    seeRole('alertdialog'),
  ]),
  screen('applicant-delete', '/applicants', [dialogBy(/^Delete/)]),
  screen('upload', '/applicants', [dialogBy('Upload')]),
  screen('upload-summary', '/applicants', [
    answer('bulk/bulk-upload/', uploaded),
    dialogBy('Upload'),
    (page) => dialog(page).locator('input[type=file]').setInputFiles(spreadsheet),
    clickInDialog('Upload'),
    see('Upload Summary'),
  ]),
];
