import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { reviewScreens } from './review-screens.ts';

/** A screen in one of its states: where it is, and what opens it. */
export interface Screen {
  name: string;
  path: string;
  /** Shown to people who are not signed in. */
  isPublic?: boolean;
  open?: (page: Page) => Promise<unknown>;
}

const applicants = '**/api/v1/applicants/?*';
const events = '**/api/v1/events/**';
const spreadsheet = fileURLToPath(
  new URL('../../server/fixtures/applicants-25.xlsx', import.meta.url),
);

const click = (name: RegExp | string) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
/** Clicks, and waits until the dialog stands. */
const dialogBy = (name: RegExp | string) => async (page: Page) => {
  await click(name)(page);
  await dialog(page).waitFor();
};
/** The newest positive visit of one kind: the demo has issued its report. */
const findReported = (page: Page, visitType: string) =>
  page.evaluate(async (wanted) => {
    const { tokens } = JSON.parse(localStorage.getItem('user') ?? '{}');
    const answer = await fetch(
      '/api/v1/verification_tasks/?admin_decision=positive&page_size=100',
      {
        headers: { Authorization: `Bearer ${tokens.access_token}` },
      },
    );
    const { results } = (await answer.json()) as {
      results: { verification_id: number; visit_type: string }[];
    };
    return results.find(({ visit_type }) => visit_type === wanted)?.verification_id;
  }, visitType);
/** Opens a verification that was sent back: one that is answered, or one that waits. */
const sentBack = (isAnswered: boolean) => async (page: Page) => {
  const id = await page.evaluate(async (wanted) => {
    const { tokens } = JSON.parse(localStorage.getItem('user') ?? '{}');
    const answer = await fetch('/api/v1/verification_tasks/?fields=list&page_size=100', {
      headers: { Authorization: `Bearer ${tokens.access_token}` },
    });
    const { results } = (await answer.json()) as {
      results: { verification_id: number; sent_back: { answered_by: number | null } | null }[];
    };
    return results.find(({ sent_back }) => sent_back && (sent_back.answered_by !== null) === wanted)
      ?.verification_id;
  }, isAnswered);
  await page.goto(`/verification?view=${id}`);
  await page.getByText(/^Sent back by/).waitFor();
  await page.waitForLoadState('networkidle');
};
/** Opens the report form of the newest decided visit of one kind. */
const form = (visitType: string) => async (page: Page) => {
  await page.goto(`/verification?form=${await findReported(page, visitType)}`);
  await page.getByRole('heading', { name: /Verification Form$/ }).waitFor();
  await page.waitForLoadState('networkidle');
};
/** Opens a visit whose report was issued twice, and shows its versions. */
const reports = (visitType: string) => async (page: Page) => {
  await page.goto(`/verification?view=${await findReported(page, visitType)}`);
  await page.waitForLoadState('networkidle');
  await page.getByRole('heading', { name: 'Report versions (2)' }).scrollIntoViewIfNeeded();
};

const answer503 = {
  status: 503,
  json: {
    success: false,
    message: 'The service is briefly unavailable. Please try again.',
    request_id: '7d1f0c52',
  },
};

// The journeys upload this file for real; here only its summary is looked at.
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

// Nobody of the demo signs in with two steps, so that all screens can be reached: these answers stand in.
const codeWanted = {
  status: 401,
  json: {
    success: false,
    message: 'Enter the code that your phone shows.',
    code: 'second_factor_required',
    challenge: 'challenge',
  },
};
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const enrolling = {
  json: {
    success: true,
    secret,
    uri: `otpauth://totp/Doorstep:superadmin%40doorstep.test?issuer=Doorstep&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  },
};
const enrolled = {
  json: {
    success: true,
    message: 'Two-step sign-in is on',
    recovery_codes: Array.from('abcdefghij', (letter) =>
      [letter, 'r', '2', 'k'].map((end) => `q7m${end}`).join('-'),
    ),
  },
};
const secondFactorOn = {
  json: {
    success: true,
    is_on: true,
    on_since: '2026-03-05T05:00:00.000Z',
    recovery_codes_left: 8,
    is_required: false,
  },
};

// The demo's records were put in place; nobody did anything to them yet.
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

const issued = Buffer.from('%PDF-1.7 the report');
/** The answer for a code, and a file to compare with it. */
const compare = (file: Buffer) => async (page: Page) => {
  const json = {
    code: 'K7QM-2XWD-9FTA',
    agency: 'Doorstep',
    created_at: '2026-03-15T04:30:00Z',
    template: 'residence',
    version: 3,
    admin_decision: 'positive',
    sha256: createHash('sha256').update(issued).digest('hex'),
    bytes: issued.length,
    pages: 4,
    is_signed: true,
    is_superseded: false,
  };
  await page.route('**/api/v1/verify/*/', (route) => route.fulfill({ json }));
  await page.getByLabel('Code of the report').fill('k7qm2xwd9fta');
  await click('Check')(page);
  await page
    .getByLabel('Choose the PDF')
    .setInputFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer: file });
  await page.getByText(/^(Genuine|Not the same)/).waitFor();
};

/** Every screen and state that is looked at, checked for accessibility and pictured. */
export const screens: Screen[] = [
  { name: 'login', path: '/login', isPublic: true },
  {
    name: 'login-refused',
    path: '/login',
    isPublic: true,
    open: async (page) => {
      await page.getByLabel('Phone or email').fill('nobody@doorstep.test');
      await page.getByLabel('Password', { exact: true }).fill('not-the-password');
      await click('Log in')(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'login-code',
    path: '/login',
    isPublic: true,
    open: async (page) => {
      await page.route('**/api/v1/auth/login/', (route) => route.fulfill(codeWanted));
      await page.getByLabel('Phone or email').fill('admin@doorstep.test');
      await page.getByLabel('Password', { exact: true }).fill('Doorstep-demo-1');
      await click('Log in')(page);
      await page.getByLabel('Six-digit code').waitFor();
    },
  },
  { name: 'verify', path: '/verify', isPublic: true },
  { name: 'verify-unknown', path: '/verify/0000-0000-0000', isPublic: true },
  { name: 'verify-genuine', path: '/verify', isPublic: true, open: compare(issued) },
  {
    name: 'verify-altered',
    path: '/verify',
    isPublic: true,
    open: compare(Buffer.from('%PDF-1.7 The report')),
  },
  { name: 'home', path: '/home' },
  { name: 'profile-menu', path: '/home', open: click(/^Profile of/) },
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
  { name: 'assign', path: '/applicants?assigned=false', open: dialogBy(/^Assign agent/) },
  {
    name: 'reassign-suggestions',
    path: '/applicants',
    open: async (page) => {
      await dialogBy(/^Reassign agent/)(page);
      await page.getByLabel('Enter Agent Name:').fill('sun');
      await page.waitForTimeout(400);
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
  { name: 'verification', path: '/verification' },
  { name: 'verification-filtered', path: '/verification?decision=negative' },
  {
    name: 'archives',
    path: '/verification?decision=positive',
    open: async (page) => {
      await click('Many reports')(page);
      const month = { name: 'month, Submitted from' };
      await dialog(page).getByRole('spinbutton', month).pressSequentially('01012026');
      await click('Make ZIP file')(page);
      await dialog(page).getByRole('link', { name: 'Download ZIP' }).first().waitFor();
    },
  },
  { name: 'verification-no-match', path: '/verification?search=no%20such%20thing' },
  {
    name: 'verification-detail',
    path: '/verification?decision=positive',
    open: async (page) => {
      await dialogBy(/^View/)(page);
      await page.getByText(/^Images \(/).waitFor();
    },
  },
  { name: 'verification-reports', path: '/verification', open: reports('RESIDENCE') },
  { name: 'verification-reports-office', path: '/verification', open: reports('OFFICE') },
  {
    name: 'verification-changed',
    path: '/verification?decision=positive',
    open: async (page) => {
      const changes = {
        changes: [{ kind: 'verification', id: null }],
        last_event_id: 1,
        is_complete: true,
      };
      await page.route(events, (route) =>
        route.fulfill({
          contentType: 'text/event-stream',
          body: `id: 1\ndata: ${JSON.stringify(changes)}\n\n`,
        }),
      );
      await page.reload();
      await dialogBy(/^View/)(page);
      await page.getByText('A colleague has changed this record.').waitFor();
    },
  },
  {
    name: 'verification-photos',
    path: '/verification?decision=positive',
    open: async (page) => {
      await dialogBy(/^View/)(page);
      const images = page.getByRole('heading', { name: /^Images \(/ });
      await images.evaluate((heading) => heading.scrollIntoView());
      await page.waitForTimeout(800);
    },
  },
  {
    name: 'photo',
    path: '/verification?decision=positive',
    open: async (page) => {
      await dialogBy(/^View/)(page);
      await click(/^Enlarge photo 2/)(page);
      await page.locator('.yarl__slide_current img, .yarl__slide_image').first().waitFor();
      await page.waitForTimeout(800);
    },
  },
  { name: 'verification-sent-back', path: '/verification', open: sentBack(false) },
  { name: 'verification-answered', path: '/verification', open: sentBack(true) },
  {
    name: 'send-back',
    path: '/verification?decision=pending',
    open: async (page) => {
      await dialogBy(/^View/)(page);
      await dialog(page).getByRole('button', { name: 'Send Back' }).click();
      await page.getByRole('heading', { name: 'Send Back' }).waitFor();
      await page.keyboard.press('2');
      await page.keyboard.press('9');
      await dialog(page).getByRole('button', { name: 'Send Back' }).click();
      await page.getByText('Say in the note what is wrong.').waitFor();
    },
  },
  {
    name: 'held-visits',
    path: '/verification',
    open: async (page) => {
      await dialogBy('Settle')(page);
      await page.getByText(/^Given to/).waitFor();
    },
  },
  {
    name: 'held-visits-end',
    path: '/verification',
    open: async (page) => {
      await dialogBy('Settle')(page);
      await page.getByRole('button', { name: /^Set aside/ }).click();
      await page.getByText('Say why the visit is set aside.').waitFor();
    },
  },
  { name: 'decision', path: '/verification?decision=pending', open: dialogBy(/^Edit decision/) },
  { name: 'report-form', path: '/verification', open: form('RESIDENCE') },
  { name: 'report-form-office', path: '/verification', open: form('OFFICE') },
  {
    name: 'report-form-images',
    path: '/verification',
    open: async (page) => {
      await form('OFFICE')(page);
      // The index of sections isn't there on a narrow screen.
      const images = dialog(page).getByRole('heading', { name: 'Images', exact: true });
      await images.evaluate((heading) => heading.scrollIntoView());
    },
  },
  ...reviewScreens,
  { name: 'agents', path: '/agent' },
  { name: 'agents-no-match', path: '/agent?search=no%20such%20name' },
  { name: 'agent', path: '/agent?search=agent%40doorstep.test', open: dialogBy(/^View/) },
  { name: 'agent-register', path: '/agent', open: dialogBy('Register Agent') },
  { name: 'agent-reset', path: '/agent', open: dialogBy(/reset password$/) },
  { name: 'agent-delete', path: '/agent', open: dialogBy(/^Delete/) },
  { name: 'admins', path: '/admin' },
  { name: 'admin-register', path: '/admin', open: dialogBy('Register Admin') },
  { name: 'admin-edit', path: '/admin', open: dialogBy(/^Edit/) },
  { name: 'audit', path: '/audit' },
  { name: 'audit-no-match', path: '/audit?event=user.delete&end=2020-01-01' },
  { name: 'audit-row', path: '/audit?event=session.sign_in', open: dialogBy(/^View row/) },
  {
    name: 'audit-checked',
    path: '/audit',
    open: async (page) => {
      await click('Check the chain')(page);
      await page.getByText('Unbroken').waitFor();
    },
  },
  {
    name: 'admin-edit-second-factor',
    path: '/admin',
    open: async (page) => {
      await page.route(/\/api\/v1\/users\/\d+$/, async (route) => {
        const answer = await route.fetch();
        const { user } = await answer.json();
        await route.fulfill({
          json: { success: true, user: { ...user, has_second_factor: true } },
        });
      });
      await page
        .getByRole('row')
        .filter({ hasNotText: 'superadmin@doorstep.test' })
        .getByRole('button', { name: /^Edit/ })
        .first()
        .click();
      await page.getByRole('heading', { name: 'Two-step sign-in' }).waitFor();
    },
  },
  {
    name: 'sessions',
    path: '/account/sessions',
    open: async (page) => {
      await page.getByText('This session').waitFor();
    },
  },
  { name: 'second-factor', path: '/account/second-factor' },
  {
    name: 'second-factor-set-up',
    path: '/account/second-factor',
    open: async (page) => {
      await page.route('**/second-factor/enrolment/', (route) => route.fulfill(enrolling));
      await page.getByLabel('Your password', { exact: true }).fill('Doorstep-demo-1');
      await click('Set up')(page);
      await page.getByLabel('Six-digit code').waitFor();
    },
  },
  {
    name: 'second-factor-codes',
    path: '/account/second-factor',
    open: async (page) => {
      await page.route('**/second-factor/enrolment/', (route) => route.fulfill(enrolling));
      await page.route('**/second-factor/enrolment/confirm/', (route) => route.fulfill(enrolled));
      await page.getByLabel('Your password', { exact: true }).fill('Doorstep-demo-1');
      await click('Set up')(page);
      await page.getByLabel('Six-digit code').fill('123456');
      await click('Turn on')(page);
      await page.getByText('Keep these recovery codes').waitFor();
    },
  },
  {
    name: 'second-factor-off',
    path: '/home',
    open: async (page) => {
      await page.route('**/api/v1/auth/second-factor/', (route) => route.fulfill(secondFactorOn));
      await click(/^Profile of/)(page);
      await page.getByRole('link', { name: 'Two-step sign-in' }).click();
      await dialogBy('Turn off...')(page);
    },
  },
  { name: 'portfolio', path: '/portfolio-summary' },
  { name: 'portfolio-empty', path: '/portfolio-summary?start=2020-01-01&end=2020-01-02' },
];

/** Goes to a screen, opens its state, and waits until nothing more is loading. */
export async function show(page: Page, screen: Screen): Promise<void> {
  // A connection that stays open is loading for ever.
  await page.route(events, (route) => route.fulfill({ status: 404 }));
  await page.goto(screen.path);
  await page.waitForLoadState('networkidle');
  await screen.open?.(page);
  await page.waitForTimeout(350);
}
