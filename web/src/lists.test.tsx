import {
  type Applicant,
  deleteApplicant,
  getApplicant,
  listApplicants,
} from '@doorstep/contract/applicants';
import { type AuditEntry, listAudit } from '@doorstep/contract/audit';
import { listUploads } from '@doorstep/contract/bulk-upload/uploads';
import { listLenders } from '@doorstep/contract/lenders';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { getUser, listAdmins, listUsers } from '@doorstep/contract/users';
import {
  decideVerification,
  getVerification,
  listVerifications,
  type VerificationSummary,
} from '@doorstep/contract/verifications';
import { beforeEach, expect, test } from 'vitest';
import { identityOf, usersOf } from './testing/answers.ts';
import { agentOf, applicantOf } from './testing/applicants.ts';
import { answerLender } from './testing/lenders.ts';
import { closeAfterSuccess } from './testing/page/close-after-success.ts';
import { renderApp } from './testing/render-app.tsx';
import { verificationOf, verificationRow } from './testing/verifications.ts';
import { toast } from './ui/feedback/toast.ts';

/** Returns a 404 for a page that does not exist, as our server does. */
function pageOf<Row>(rows: Row[], page = '1') {
  const results = rows.slice((Number(page) - 1) * 10, Number(page) * 10);
  if (Number(page) > 1 && results.length === 0) {
    return failure(404, { detail: `There is no page ${page}.` });
  }
  return { results, count: rows.length, next: null, previous: null };
}

const times = <Row,>(count: number, make: (index: number) => Row) =>
  Array.from({ length: count }, (_, index) => make(index));
const entry = (id: number): AuditEntry => ({
  ...{ id, at: '2026-03-05T05:00:00.000Z', actor: null, subject: 'session', action: 'login' },
  ...{ subject_id: null, subject_label: null, shown_as: null, shown_id: null, address: null },
});

let applicants: Applicant[];
let verifications: VerificationSummary[];
const people = times(12, (index) => agentOf({ id: 112 - index, name: `Agent ${112 - index}` }));

function serveLists() {
  applicants = times(12, (index) => applicantOf({ id: 100 - index }));
  verifications = times(12, (index) => verificationRow({ verification_id: 100 - index }));
  answer(listApplicants, ({ query }) => pageOf(applicants, query.page));
  answer(listVerifications, ({ query }) => pageOf(verifications, query.page));
  answer(listAudit, ({ query }) =>
    pageOf(
      times(12, (index) => entry(100 - index)),
      query.page,
    ),
  );
  answer(listUsers, usersOf(people));
  answer(listAdmins, usersOf(people.map((one) => ({ ...one, is_admin: true }))));
}

beforeEach(serveLists);

// Covers: agents-7, agents-8, admins-4, admins-5
test.each([
  ['/applicants', listApplicants, 'Loading applicants data...'],
  ['/verification', listVerifications, 'Loading verifications data...'],
  ['/audit', listAudit, 'Loading audit...'],
  ['/agent', listUsers, 'Loading agents data...'],
  ['/admin', listAdmins, 'Loading admins data...'],
] as const)(
  'says that %s is loading, and loads it again on Retry',
  async (path, endpoint, text) => {
    const isSeen = Promise.withResolvers<void>();
    answer(endpoint, async () => {
      await isSeen.promise;
      return failure(500, { message: 'Out of order.' });
    });
    const { screen } = await renderApp(path);
    await expect.element(screen.getByText(text)).toBeInTheDocument();
    await expect.element(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    isSeen.resolve();
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/Out of order\./);
    serveLists();
    await pressAndSee('Retry', screen.getByText('1–10 of 12'));
  },
);

// Covers: applicants-1, upload-1, agents-3, agents-4, agents-5, agents-6, admins-3
test.each([
  ['/applicants', 'View Applicant 100', 'view=100', 'Applicant 100'],
  ['/applicants', 'Assign agent of Applicant 100', 'assign=100', 'Assign Agent'],
  ['/applicants', 'Delete Applicant 100', 'delete=100', 'Delete applicant'],
  ['/applicants', 'Upload', 'upload=true', 'Upload Applicants'],
  ['/agent', 'View Agent 112', 'view=112', 'Agent 112'],
  ['/agent', 'Edit Agent 112: reset password', 'reset=112', 'Reset Password'],
  ['/agent', 'Delete Agent 112', 'delete=112', 'Delete agent'],
  ['/agent', 'Register Agent', 'register=true', 'Register Agent'],
  ['/admin', 'Edit Agent 112', 'edit=112', 'Edit Admin'],
  ['/admin', 'Delete Agent 112', 'delete=112', 'Delete admin'],
  ['/admin', 'Register Admin', 'register=true', 'Register Admin'],
])('opens a dialog from %s that Back closes: %s', async (path, name, query, title) => {
  answer(getApplicant, applicantOf({ id: 100 }));
  answer(getUser, identityOf(agentOf({ id: 112, name: 'Agent 112' })));
  const { screen, address, router } = await renderApp(path);
  const role = query.startsWith('delete') ? 'alertdialog' : 'dialog';
  const dialog = screen.getByRole(role, { name: title });
  await pressAndSee(screen.getByRole('button', { name, exact: true }), dialog);
  await expect.poll(address).toBe(`${path}?${query}`);
  router.history.back();
  await expect.element(dialog).not.toBeInTheDocument();
});

// Covers: tables-5
test.each(['/applicants', '/verification', '/audit', '/agent', '/admin'])(
  'opens the last page for a link to a missing page of %s',
  async (path) => {
    const { screen, address } = await renderApp(`${path}?page=9`);
    await expect.element(screen.getByText('11–12 of 12')).toBeVisible();
    await expect.poll(address).toBe(`${path}?page=2`);
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  },
);

// Covers: tables-5
test('opens the previous page after deleting the last row of a page', async () => {
  applicants = applicants.slice(0, 11);
  answer(getApplicant, applicantOf({ id: 90 }));
  answer(deleteApplicant, () => {
    applicants = applicants.slice(0, 10);
    return { success: true, message: 'Applicant deleted successfully' };
  });
  const { screen, address } = await renderApp('/applicants?search=SB&page=2&delete=90');
  const confirm = screen.getByRole('button', { name: 'Delete', exact: true }).last();
  await closeAfterSuccess({ screen }, () => confirm.click());
  await expect.element(screen.getByText('1–10 of 10')).toBeVisible();
  await expect.poll(address).toBe('/applicants?search=SB');
});

// Covers: tables-5, dialogs-3
test('opens the previous page after deciding the last pending row of a page', async () => {
  verifications = verifications.map((row, index) => ({
    ...row,
    applicant: index === 9 ? 'Last' : `Person ${index}`,
  }));
  const pending = () => verifications.filter((row) => row.admin_decision === 'pending');
  verifications = verifications.slice(0, 11);
  answer(listVerifications, ({ query }) =>
    pageOf(query.admin_decision === 'pending' ? pending() : verifications, query.page),
  );
  answer(getVerification, verificationOf({ verification_id: 90 }));
  answer(decideVerification, () => {
    verifications = verifications.map((row) =>
      row.verification_id === 90 ? { ...row, admin_decision: 'positive' } : row,
    );
    return { success: true, message: 'Decision updated to positive.' };
  });
  const { screen, address } = await renderApp('/verification?decision=pending&page=2');
  await expect.element(screen.getByText('11–11 of 11')).toBeVisible();
  await screen.getByRole('button', { name: /^Edit decision/ }).click();
  await screen.getByRole('dialog').getByText('Positive', { exact: true }).click();
  const update = screen.getByRole('button', { name: 'Update', exact: true });
  await closeAfterSuccess({ screen }, () => update.click());
  await expect.element(screen.getByText('1–10 of 10')).toBeVisible();
  await expect.poll(address).toBe('/verification?decision=pending');
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Edit decision on Last' })).toHaveFocus();
});

// Covers: tables-6
test('says that a list could not be fetched again, until Retry succeeds', async () => {
  let isBroken = false;
  answer(listApplicants, ({ query }) =>
    isBroken ? failure(500, { message: 'Out of order.' }) : pageOf(applicants, query.page),
  );
  answer(getApplicant, applicantOf({ id: 100 }));
  answer(deleteApplicant, () => {
    isBroken = true;
    return { success: true, message: 'Applicant deleted successfully' };
  });
  const { screen } = await renderApp('/applicants');
  await screen.getByRole('button', { name: 'Delete Applicant 100' }).click();
  const confirm = screen.getByRole('button', { name: 'Delete', exact: true }).last();
  await closeAfterSuccess({ screen }, () => confirm.click());
  const alert = screen.getByRole('alert');
  await expect.element(alert).toMatchTextContent(/could not be fetched again.*Out of order\./);
  await expect.element(screen.getByText('1–10 of 12')).toBeVisible();
  isBroken = false;
  applicants = applicants.slice(1);
  await pressAndSee(alert.getByRole('button', { name: 'Retry' }), screen.getByText('1–10 of 11'));
  await expect.element(alert).not.toBeInTheDocument();
});

// Covers: tables-7
test.each([
  ['/applicants', listApplicants],
  ['/verification', listVerifications],
] as const)('requests no second page for a search without hits in %s', async (path, endpoint) => {
  const asked: (string | undefined)[] = [];
  const held = Promise.withResolvers<void>();
  answer(endpoint, async ({ query }) => {
    if (query.search === undefined) return pageOf<never>(applicants as never[], query.page);
    asked.push(query.page);
    if (query.page === '1') await held.promise;
    return pageOf<never>([], query.page);
  });
  const { screen } = await renderApp(path);
  await expect.element(screen.getByText('12 records')).toBeVisible();
  await screen.getByRole('searchbox').fill('nobody');
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  // Waits for idle callbacks, in which the app would fetch the page after the old rows that are still shown.
  for (let count = 0; count < 3; count += 1) {
    await new Promise((resolve) => requestIdleCallback(resolve));
  }
  held.resolve();
  await expect.element(screen.getByText('0 records')).toBeVisible();
  await expect.poll(() => [...new Set(asked)]).toEqual(['1']);
});

// Covers: tables-8
test.each([
  ['/agent', 'Agent 101'],
  ['/admin', 'Agent 101'],
])('shows the number of search hits next to the heading of %s', async (path, name) => {
  const { screen } = await renderApp(path);
  await expect.element(screen.getByText('12 records')).toBeVisible();
  await screen.getByRole('searchbox').fill(name);
  await expect.element(screen.getByText('1 record', { exact: true })).toBeVisible();
});

// Covers: tables-8
test.each([
  ['/agent?page=2&view=101', '12'],
  ['/agent?search=agent%20101&view=101', '1'],
])('numbers the rows of %s like the list', async (path, serial) => {
  answer(getUser, identityOf(agentOf({ id: 101, name: 'Agent 101' })));
  const { screen } = await renderApp(path);
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('S.No').first()).toBeVisible();
  await expect
    .poll(() => dialog.element().querySelector('dt')?.nextElementSibling?.textContent)
    .toBe(serial);
});

const unknown = () => failure(404, { message: 'Not found.', detail: 'Not found.' });

test.each([
  ['/audit', listAudit, 404, 'This server has no audit log'],
  ['/audit', listAudit, 405, 'This server has no audit log'],
  ['/uploads', listUploads, 501, 'This server has no list of uploads'],
  ['/lenders', listLenders, 404, 'This server has no lenders'],
] as const)('says that a backend has no %s', async (path, endpoint, status, text) => {
  answer(endpoint, failure(status));
  const { screen } = await renderApp(path);
  await expect.element(screen.getByText(text)).toBeVisible();
});

// Covers: tables-9, deleting-6
test.each([
  ['/applicants?view=999', 'Failed to fetch applicant details'],
  ['/applicants?assign=999', 'Failed to fetch applicant details'],
  ['/applicants?delete=999', 'Invalid applicant selected for deletion.'],
  ['/verification?view=999', 'Failed to fetch verification details'],
  ['/verification?form=999', 'Failed to fetch verification details'],
  ['/agent?view=999', 'Failed to fetch agent details'],
  ['/agent?reset=999', 'There is no agent 999.'],
  ['/agent?delete=999', 'Invalid agent selected for deletion.'],
  ['/admin?edit=999', 'Failed to fetch administrator details'],
  ['/admin?delete=999', 'Invalid admin selected for deletion.'],
  ['/lenders?calendar=999', 'This calendar was deleted'],
])('says that a record does not exist: %s', async (path, text) => {
  answer(getApplicant, unknown);
  answer(getVerification, unknown);
  answer(getUser, unknown);
  answerLender();
  const { screen } = await renderApp(path);
  await expect.element(screen.getByText(text)).toBeVisible();
});

// Covers: tables-10
test('keeps the columns in place, whatever the rows contain', async () => {
  const long = 'Sahyadri Urban Co-operative Credit Society and Housing Finance Limited';
  answer(listApplicants, ({ query }) =>
    pageOf(
      query.search
        ? [applicantOf({ id: 9, portfolio_name: long, product_type: long })]
        : applicants,
      query.page,
    ),
  );
  const { screen } = await renderApp('/applicants');
  await expect.element(screen.getByText('12 records')).toBeVisible();
  const edges = () =>
    screen
      .getByRole('columnheader')
      .elements()
      .map((header) => Math.round(header.getBoundingClientRect().left));
  const before = edges();
  await screen.getByRole('searchbox').fill('long');
  await expect.element(screen.getByText('1 record', { exact: true })).toBeVisible();
  expect(edges()).toEqual(before);
  const table = await screen.getByRole('table').findElement();
  expect(table.scrollWidth).toBeLessThanOrEqual(table.parentElement?.clientWidth ?? 0);
});

// Covers: tables-10
test('keeps toasts away from the page buttons', async () => {
  const { screen } = await renderApp('/applicants');
  const pages = screen.getByRole('navigation', { name: 'Applicants pages' });
  await expect.element(pages).toBeVisible();
  toast.success('Saved', 60_000);
  const card = screen.getByText('Saved');
  await expect.element(card).toBeVisible();
  const bottom = () =>
    (card.element().closest('.toast') as HTMLElement).getBoundingClientRect().bottom;
  await expect.poll(() => bottom() <= pages.element().getBoundingClientRect().top).toBe(true);
});

// Covers: tables-11
test('fits the search’s placeholder next to the filter', async () => {
  const { screen } = await renderApp('/verification');
  const box = screen.getByRole('searchbox');
  await expect.element(box).toBeVisible();
  await document.fonts.ready;
  const input = (await box.findElement()) as HTMLInputElement;
  const style = getComputedStyle(input);
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) throw new Error('no canvas');
  pen.font = style.font;
  const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
  const room = input.clientWidth - padding;
  expect(pen.measureText(input.placeholder).width).toBeLessThanOrEqual(room);
});

// Covers: tables-11
test('focuses the first field of the sign-in', async () => {
  const { screen } = await renderApp('/login', null);
  await expect.element(screen.getByLabelText('Phone or email')).toHaveFocus();
});
