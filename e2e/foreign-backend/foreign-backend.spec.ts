import { textFields } from '@doorstep/contract/reports/definition';
import { officeForm } from '@doorstep/contract/reports/office';
import { residenceForm } from '@doorstep/contract/reports/residence';
import { texts } from '@doorstep/contract/texts';
import { expect, test } from '@playwright/test';
import { visitAdmins, visitAgents } from './foreign-people.ts';
import { makeApplicants, makeVerifications } from './foreign-records.ts';
import { fixture, password, shortName, startWalk, type Walk } from './foreign-walk.ts';
import { extraCalls, findRow, sectionSevenRows } from './section-seven.ts';

// Runs the built app with another provider's backend. Makes the API calls of section 7 of the specification,
// except those that no screen makes.
test.describe.configure({ mode: 'serial' });

const applicantId = (index: number) => `${makeApplicants()[index]?.id}`;
const verificationId = (index: number) => `${makeVerifications()[index]?.verification_id}`;

let walk: Walk;
test.beforeAll(async ({ browser }) => {
  walk = await startWalk(browser);
});
test.afterAll(() => walk.stop());

const extraCallsMade = () =>
  walk.backend.calls
    .filter(({ method, path }) => !findRow(method, path))
    .map(({ method, path }) => `${method} ${path}`.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '{id}'));

async function signIn() {
  const { page, press, notice } = walk;
  await page.getByLabel('Phone or email').fill('9822000001');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await notice(texts.login.success, () => press('Log in'));
  await page.waitForURL('**/home');
}

async function saveReport(): Promise<string> {
  const { page, press, dialog } = walk;
  const downloading = page.waitForEvent('download');
  await press('Save & Download', dialog());
  const download = await downloading;
  await expect(dialog()).toBeHidden();
  return download.suggestedFilename();
}

test('sign-in and home', async () => {
  const { page, press, open, expectCall, notice } = walk;
  await open('/');
  await signIn();
  await expect(page.getByText(/Welcome to\s+Sahyadri\s+Admin Dashboard/)).toBeVisible();
  await expectCall('POST /api/v1/auth/login/', {
    body: { email_or_mobile: '9822000001', password },
  });
  await press(/^Profile of/);
  await expect(page.getByRole('link', { name: 'Audit' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Evidence' })).toBeHidden();
  await notice(texts.loggedOut, () => press('Logout'));
  await signIn();
});

test('agents', () => visitAgents(walk));

test('admins', () => visitAdmins(walk));

test('applicants', async () => {
  const { page, dialog, row, field, press, goTo, confirmDelete, expectCall, notice } = walk;
  await goTo('Applicants');
  await expect(row('SH-001')).toContainText('Pending');
  await expectCall('GET /api/v1/applicants/', { query: { page: '1' } });
  await press('View Applicant 1', row('SH-001'));
  await expectCall('GET /api/v1/applicants/{id}/', { id: applicantId(0) });
  await expect(dialog()).toContainText('12 Station Road, Pune');
  // Waits for the record's calls that are not in section 7. They are not sent if the record closes earlier.
  await expect.poll(extraCallsMade).toContain('GET /api/v1/applicants/{id}/messages/');
  await expect.poll(extraCallsMade).toContain('GET /api/v1/applicants/{id}/visits/');
  await page.keyboard.press('Escape');

  await press('Not Assigned');
  await expect(
    page.getByText(/^Filter Active: Showing only applicants with no assigned agent/),
  ).toBeVisible();
  for (const number of ['1', '2', '3']) {
    await expectCall('GET /api/v1/applicants/', { query: { page: number, assigned: 'false' } });
  }
  await expect(row('SH-001')).toBeVisible();
  await expect(row('SH-002')).toHaveCount(0);
  await press('Show All');

  await page
    .getByPlaceholder('Search by Applicant ID, Portfolio Name, Application ID')
    .fill('  SH-021 ');
  await expect(row('SH-021')).toBeVisible();
  await expect(row('SH-001')).toHaveCount(0);
  await expectCall('GET /api/v1/applicants/', {
    query: { page: '1', search: 'SH-021', search_fields: 'id,portfolio_name,application_id' },
  });
  await press('Assign agent of Applicant 21', row('SH-021'));
  await field('Enter Agent Name:').fill('Agent C');
  await notice(texts.applicants.assigned, () => press('Assign', dialog()));
  await expectCall('PATCH /api/v1/applicants/{id}/', {
    id: applicantId(20),
    body: { assigned_agent_name: 'Agent C' },
  });
  await expect(row('SH-021')).toContainText('Agent C');
  await expect(dialog()).toBeHidden();

  await confirmDelete('Applicant 21', 'Applicant removed');
  await expectCall('DELETE /api/v1/applicants/{id}/', { id: applicantId(20) });
  await expect(page.getByText('No applicants found.')).toBeVisible();
});

test('upload', async () => {
  const { dialog, press, open, expectCall } = walk;
  await open(`/applicants?upload=true`);
  await dialog().locator('input[type=file]').setInputFiles(fixture('applicants-25.xlsx'));
  await press('Upload', dialog());
  await expect(dialog().getByText('Upload Summary')).toBeVisible();
  await expect(dialog()).toContainText('Pin code is wrong');
  await expectCall('POST /api/v1/bulk/bulk-upload/', { body: { file: 'applicants-25.xlsx' } });
  await walk.closeDialog();
});

test('shows verifications, and decides one', async () => {
  const { page, dialog, row, press, goTo, expectCall, notice } = walk;
  await goTo('Verification');
  await expect(row('SH-001')).toContainText('Pending');
  await expectCall('GET /api/v1/verification_tasks/', { query: { page: '1', fields: 'list' } });
  await press('Page 2');
  await expect(row('SH-011')).toBeVisible();
  await expect(row('SH-001')).toHaveCount(0);
  await page.goBack();

  await press(/^Edit decision/, row('SH-001'));
  await dialog().getByText('Positive', { exact: true }).click();
  await notice('Decision noted', () => press('Update', dialog()));
  await expectCall('POST /api/v1/verification_tasks/{id}/admin-decision/', {
    id: verificationId(0),
    body: { decision: 'positive' },
  });
  await expect(dialog()).toBeHidden();
  await expect(row('SH-001')).toContainText('Positive');
});

// Covers: verifications-17
test('shows photos under the base path, and makes both reports', async () => {
  const { page, dialog, row, press, expectCall, expectPicture } = walk;
  await press(/^View/, row('SH-001'));
  await expectCall('GET /api/v1/verification_tasks/{id}', { id: verificationId(0) });
  await expect(dialog()).toContainText('Images (3)');
  await expect(dialog()).toContainText('Branch');
  for (const name of ['Photo 1 of 3', 'Photo 2 of 3']) {
    const photo = dialog().getByRole('img', { name, exact: true });
    await expectPicture(photo);
    await expect(photo).toHaveAttribute('src', /^http.*\/provider\/media\//);
  }
  await expect(dialog().getByRole('img', { name: 'Photo 3 of 3 (not available)' })).toBeVisible();

  const stored = page.waitForEvent('download');
  await press('Download PDF', dialog());
  expect((await stored).suggestedFilename()).toBe('SH-001.pdf');
  await expectCall('POST /api/v1/pdf-generator/generate_pdf/', {
    body: { application_id: 'SH-001', template_type: 'RESIDENCE' },
  });
  await press('Edit & Download PDF', dialog());
  expect(await saveReport()).toBe('Applicant_1_residence.pdf');

  await press(/^View/, row('SH-002'));
  await press('Download PDF', dialog());
  await expectCall('POST /api/v1/pdf-generator/generate_pdf/', {
    body: { application_id: 'SH-002', template_type: 'OFFICE' },
  });
  await press('Edit & Download PDF', dialog());
  await press('Remove photo 3 of 3', dialog());
  expect(await saveReport()).toBe('Applicant_2_office.pdf');

  await press(/^View/, row('SH-003'));
  await press('Download PDF', dialog());
  await expectCall('POST /api/v1/pdf-generator/generate_pdf/', {
    body: { application_id: 'SH-003', template_type: 'professional' },
  });

  const [residence, office] = walk
    .callsOf('POST /api/v1/pdf-generator/simple-generate/')
    .map(({ body }) => body as Record<string, unknown>);
  const sent = ['template_type', 'image_urls', 'photographs_taken'];
  for (const [body, form] of [
    [residence, residenceForm(shortName)],
    [office, officeForm(shortName)],
  ] as const) {
    const names = textFields(form).map(({ name }) => name);
    expect(Object.keys(body ?? {}).toSorted()).toEqual([...names, ...sent].toSorted());
  }
  expect(residence).toMatchObject({
    template_type: 'residence',
    agencyName: shortName,
    applicationRefNo: 'SH-001',
    agencyDecision: 'POSITIVE',
    image_urls: ['/media/house.jpg', '/media/gate.jpg', '/media/lost.jpg'],
    photographs_taken: 3,
  });
  expect(office).toMatchObject({
    template_type: 'office',
    sahyadri: '',
    image_urls: ['/media/house.jpg', '/media/gate.jpg'],
    photographs_taken: 2,
  });
});

test('shows the portfolio summary', async () => {
  const { page, row, press, open, expectCall } = walk;
  await page.clock.setFixedTime(new Date('2026-03-10T06:00:00Z'));
  await open(`/portfolio-summary`);
  await expect(row('Sahyadri Homes')).toContainText('35');
  const path = 'GET /api/v1/applicants/portfolio-summary/';
  await expectCall(path, { query: { start_date: '2026-03-04', end_date: '2026-03-10' } });
  await page.getByRole('spinbutton', { name: 'month, Start Date' }).pressSequentially('02');
  await press('Apply');
  await expectCall(path, { query: { start_date: '2026-02-04', end_date: '2026-03-10' } });
});

for (const [name, { bearer, payload, query, fields, unused }] of sectionSevenRows) {
  test(`${name}: ${unused ?? 'seen, with token, content type and names'}`, () => {
    const calls = walk.callsOf(name);
    expect(calls.length > 0).toBe(unused === undefined);
    const type = { none: undefined, json: 'application/json', multipart: 'multipart/form-data' };
    for (const call of calls) {
      expect(call.headers.authorization).toBe(bearer ? 'Bearer access-1' : undefined);
      expect(call.headers.cookie).toBeUndefined();
      expect(call.headers['content-type']?.split(';')[0]).toBe(type[payload]);
      expect(query ?? []).toEqual(expect.arrayContaining(Object.keys(call.query)));
      if (fields) expect(fields).toEqual(expect.arrayContaining(Object.keys(call.body ?? {})));
    }
  });
}

test('makes no calls outside section 7 except optional ones', () => {
  expect(new Set(extraCallsMade())).toEqual(new Set(extraCalls));
});
