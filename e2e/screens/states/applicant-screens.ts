import { fileURLToPath } from 'node:url';
import { nothingFound } from '@doorstep/contract/visits/nothing-found';
import type { Visit } from '@doorstep/contract/visits/visit';
import { dialog, dialogBy, type Screen } from '../screen.ts';

const applicants = '**/api/v1/applicants/?*';
const spreadsheet = fileURLToPath(
  new URL('../../../server/fixtures/applicants-25.xlsx', import.meta.url),
);

const answer503 = {
  status: 503,
  json: {
    success: false,
    message: 'The service is briefly unavailable. Please try again.',
    request_id: '7d1f0c52',
  },
};

// A fixed answer is enough, because this screen shows only the summary. The journeys upload the real file.
const uploaded = {
  json: {
    success: true,
    upload_id: 1,
    message: 'Upload complete: 22 of 25 records stored.',
    summary: {
      total_records: 25,
      successful: 22,
      failed: 3,
      timestamp: '2026-03-05T05:00:00.000Z',
    },
    failed_records: [
      { row: 9, name: 'Anjali Deshpande', errors: ['mobile_number must have 10 digits'] },
      { row: 16, name: '', errors: ['applicant_name is required'] },
      { row: 22, name: 'Bhavna Trivedi', errors: ['pin_code must have 6 digits'] },
    ],
  },
};

// The demo's records have no events, because they were stored directly in the database.
const happened = (id: number, at: string, action: string, after: object = {}) => ({
  ...{ id, at, action, subject: 'applicant', subject_id: 1, before: null, after, address: null },
  actor: { id: 2, name: 'Arjun Mehta' },
});
const history = {
  json: {
    results: [
      happened(6, '2026-03-05T11:40:00.000Z', 'decide', { status: 'submitted' }),
      happened(5, '2026-03-05T09:10:00.000Z', 'visit', { status: 'visited' }),
      happened(4, '2026-03-04T06:00:00.000Z', 'assign', { assigned_agent_id: 7 }),
      happened(3, '2026-03-03T12:30:00.000Z', 'unassign'),
      happened(2, '2026-03-03T05:00:00.000Z', 'assign', { assigned_agent_id: 8 }),
      { ...happened(1, '2026-03-02T04:00:00.000Z', 'create'), subject: 'upload' },
    ],
    people: [
      { id: 7, name: 'Sunita Patil' },
      { id: 8, name: 'Ravi Kumar' },
    ],
  },
};

const visit: Visit = {
  ...{ id: '00000000-0000-4000-8000-000000000001', applicant_id: 1, application_id: 'HL-1' },
  ...{ applicant: 'Venkat Reddy', visit_type: 'RESIDENCE', agent_id: 7, agent: 'Sunita Patil' },
  ...{ outcome: 'locked', is_final: false, try_again_at: '2026-03-06T05:30:00.000Z' },
  ...{ arrived_at: '2026-03-05T05:00:00.000Z', left_at: '2026-03-05T05:10:00.000Z' },
  ...{ received_at: '2026-03-05T05:20:00.000Z', latitude: 18.52043, longitude: 73.85674 },
  ...{ accuracy_m: 140, place_reason: 'Inside a building', overall_observation: null },
  facts: { landmarkObserved: 'Opposite the old post office' },
  statement: { ...nothingFound, remark: 'The guard says they are back by seven.' },
  photos: [],
  photos_expected: 0,
  photos_skipped: [{ shows: 'nameplate', reason: 'not_visible' }],
  ...{ standing: 'counted', held_because: null, colleague: null, colleague_since: null },
  ...{ resolved_by: null, resolved_at: null, resolution_note: '', verification_id: null },
};
const setAside: Partial<Visit> = {
  ...{ id: '00000000-0000-4000-8000-000000000002', outcome: 'met', is_final: true },
  ...{ try_again_at: null, standing: 'set_aside', held_because: 'reassigned' },
  ...{ colleague: 'Ravi Kumar', colleague_since: '2026-03-04T05:00:00.000Z' },
  ...{ resolved_by: 'Arjun Mehta', resolution_note: 'The same as Ravi found.' },
};
const visits = { json: { results: [visit, { ...visit, ...setAside }] } };

const givenBack = {
  ...{ by: 'Ravi Kumar', at: '2026-03-05T05:00:00.000Z', reason: 'wrong_pin_code' },
  note: 'The building is in 400706. '.repeat(37).trim(),
};

export const applicantScreens: Screen[] = [
  { name: 'applicants-of-status', path: '/applicants?status=assigned' },
  { name: 'applicants', path: '/applicants' },
  { name: 'applicants-page', path: '/applicants?page=12' },
  { name: 'applicants-not-assigned', path: '/applicants?assigned=false' },
  { name: 'applicants-no-match', path: '/applicants?search=no%20such%20thing' },
  {
    name: 'applicants-failed',
    path: '/home',
    open: async (page) => {
      await page.route(applicants, (route) => route.fulfill(answer503));
      await page.getByRole('link', { name: 'Manage Applicants' }).click();
      await page.getByRole('button', { name: 'Retry' }).waitFor();
    },
  },
  {
    name: 'applicants-loading',
    path: '/home',
    open: async (page) => {
      await page.route(applicants, () => new Promise(() => {}));
      await page.getByRole('link', { name: 'Manage Applicants' }).click();
      await page.getByRole('table').waitFor();
      await page.waitForTimeout(1_200);
    },
  },
  { name: 'applicant', path: '/applicants', open: dialogBy(/^View/) },
  {
    name: 'applicant-history',
    path: '/applicants',
    open: async (page) => {
      await page.route('**/api/v1/applicants/*/history/', (route) => route.fulfill(history));
      await dialogBy(/^View/)(page);
      await dialog(page).getByRole('list', { name: 'History' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'applicant-visits',
    path: '/applicants',
    open: async (page) => {
      await page.route('**/api/v1/applicants/*/visits/', (route) => route.fulfill(visits));
      await dialogBy(/^View/)(page);
      await page.getByText('What was found').first().click();
      await page.getByRole('heading', { name: 'Visits' }).evaluate((one) => one.scrollIntoView());
    },
  },
  { name: 'assign', path: '/applicants?assigned=false', open: dialogBy(/^Assign agent/) },
  {
    name: 'assign-given-back',
    path: '/applicants?assigned=false',
    open: async (page) => {
      await page.route(/applicants\/\d+\/$/, async (route) => {
        const response = await route.fetch();
        const json = { ...(await response.json()), given_back: givenBack };
        await route.fulfill({ response, json });
      });
      await dialogBy(/^Assign agent/)(page);
      await page.getByText('Given back by').waitFor();
    },
  },
  {
    name: 'reassign-suggestions',
    path: '/applicants',
    open: async (page) => {
      await dialogBy(/^Reassign agent/)(page);
      await page.getByLabel('Enter Agent Name:').fill('sun');
      await page.waitForTimeout(400);
    },
  },
  {
    name: 'reassign-decided',
    path: '/applicants',
    open: async (page) => {
      const row = page.getByRole('row').filter({ hasText: 'Submitted' }).first();
      await row.getByRole('button', { name: /^Reassign agent/ }).click();
      await page.getByText('If you choose another agent, that agent must visit again.').waitFor();
      await dialog(page).getByRole('option').last().click();
      await dialog(page).getByRole('button', { name: 'Assign', exact: true }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'applicant-delete', path: '/applicants', open: dialogBy(/^Delete/) },
  { name: 'upload', path: '/applicants', open: dialogBy('Upload') },
  {
    name: 'upload-summary',
    path: '/applicants',
    open: async (page) => {
      await page.route('**/api/v1/bulk/bulk-upload/', (route) => route.fulfill(uploaded));
      await dialogBy('Upload')(page);
      await dialog(page).locator('input[type=file]').setInputFiles(spreadsheet);
      await dialog(page).getByRole('button', { name: 'Upload', exact: true }).click();
      await page.getByText('Upload Summary').waitFor();
    },
  },
];
