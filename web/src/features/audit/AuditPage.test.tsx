import {
  type AuditEntry,
  type AuditRecord,
  exportAudit,
  getAudit,
  listAudit,
  qualityRegister,
  verifyAudit,
} from '@doorstep/contract/audit';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { listUsers } from '@doorstep/contract/users';
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { listOf, usersOf } from '../../testing/answers.ts';
import { agentOf } from '../../testing/applicants.ts';
import { expectLinks, expectTerms } from '../../testing/page/expect-texts.ts';
import { submitAndHold } from '../../testing/page/submit-and-hold.ts';
import { renderApp } from '../../testing/render-app.tsx';

const row: AuditEntry = {
  ...{ id: 12, at: '2026-03-05T05:00:00.000Z', actor: { id: 2, name: 'Arjun Mehta' } },
  ...{ action: 'assign', subject: 'applicant', subject_id: 10042, subject_label: 'SB-42' },
  ...{ shown_as: 'applicant', shown_id: 10042, address: '192.0.2.7' },
};
const failed: AuditEntry = {
  ...{ ...row, id: 11, actor: null, action: 'sign_in_failed', subject: 'session' },
  ...{ subject_id: null, subject_label: null, shown_as: null, shown_id: null },
};
const record: AuditRecord = {
  ...{ ...row, request_id: 'f00d', people: [{ id: 7, name: 'Asha Rao' }] },
  before: { assigned_agent_id: null, status: 'pending' },
  after: { assigned_agent_id: 7, status: 'assigned' },
  link: { seq: 9, hash: 'ab'.repeat(32) },
};

let asked: Record<string, string>[];
const serve = (results: AuditEntry[] = [row, failed]) =>
  answer(listAudit, ({ query }) => {
    asked.push(query);
    return listOf(results);
  });

beforeEach(() => {
  asked = [];
  answer(listUsers, usersOf([agentOf({ id: 7, name: 'Asha Rao' })]));
});

test('shows each user’s event with a link to its record', async () => {
  const linked = (['agent', 'admin', 'verification'] as const).map((shown_as, id) => ({
    ...{ ...row, id, subject: shown_as, subject_label: 'X', shown_as, shown_id: 7 },
  }));
  const thresholds = { ...failed, id: 3, subject: 'evidence', subject_label: 'checks' };
  serve([row, failed, ...linked, thresholds]);
  const { screen } = await renderApp('/audit');
  const cells = () =>
    screen
      .getByRole('row')
      .elements()
      .slice(1, 3)
      .map((line) => [...line.querySelectorAll('td')].slice(0, 5).map((cell) => cell.textContent));
  await expect.poll(cells).toEqual([
    ['Mar 5, 2026, 10:30 AM', 'Arjun Mehta', 'Assigned an agent', 'Applicant SB-42', '192.0.2.7'],
    ['Mar 5, 2026, 10:30 AM', '-', 'Failed sign-in', 'User ', '192.0.2.7'],
  ]);
  await expectLinks(screen, {
    'Applicant SB-42': '/applicants?view=10042',
    'Agent X': '/agent?view=7',
    'Admin X': '/admin?edit=7',
    'Verification X': '/verification?view=7',
    'Evidence checks': '/evidence',
  });
});

test('stores filters in the address and sends them to the server', async () => {
  serve();
  const { screen, address } = await renderApp('/audit?page=3&start=2026-03-01');
  await expect.poll(() => asked[0]).toEqual({ page: '3', start_date: '2026-03-01' });
  await screen.getByLabelText('Event', { exact: true }).selectOptions('applicant.assign');
  await expect.poll(address).toBe('/audit?start=2026-03-01&event=applicant.assign');
  await screen.getByLabelText('Event', { exact: true }).selectOptions('applicant');
  await screen.getByLabelText('User', { exact: true }).selectOptions('7');
  await screen.getByLabelText('Record number').fill('10042');
  const filters = { subject: 'applicant', subject_id: '10042', start_date: '2026-03-01' };
  await expect.poll(() => asked.at(-1)).toEqual({ page: '1', actor_id: '7', ...filters });
  await screen.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.poll(address).toBe('/audit');
  await expect.element(screen.getByLabelText('Record number')).toHaveValue('');
});

test('accepts only digits as a record number, and requests a day once its year is complete', async () => {
  serve();
  const { screen } = await renderApp('/audit');
  await userEvent.type(screen.getByLabelText('Record number'), 'SB-42');
  await expect.element(screen.getByLabelText('Record number')).toHaveValue('42');
  await expect.poll(() => asked.at(-1)).toEqual({ page: '1', subject_id: '42' });
  const before = asked.length;
  const from = screen.getByRole('group', { name: 'From day' });
  await from.getByRole('spinbutton', { name: /^month/ }).click();
  await userEvent.keyboard('03012026');
  const dated = { page: '1', subject_id: '42', start_date: '2026-03-01' };
  await expect.poll(() => asked.slice(before)).toEqual([dated]);

  // A year with fewer than four digits is used only when the focus leaves the field.
  await from.getByRole('spinbutton', { name: /^year/ }).click();
  await userEvent.keyboard('19');
  await screen.getByRole('heading', { name: 'Audit' }).click();
  await expect.poll(() => asked.at(-1)).toEqual({ ...dated, start_date: '0019-03-01' });
});

test('offers to clear a filter without matches, and says when the audit is empty', async () => {
  serve([]);
  const { screen, address } = await renderApp('/audit?event=user.delete');
  await screen.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(address).toBe('/audit');
  await expect.element(screen.getByText('The audit has no rows yet')).toBeVisible();
});

test('opens a row with its changes in words', async () => {
  serve();
  answer(getAudit, record);
  const { screen, address } = await renderApp('/audit');
  await screen.getByRole('button', { name: 'View row 12' }).click();
  await expect.poll(address).toBe('/audit?view=12');
  const dialog = screen.getByRole('dialog', { name: 'Assigned an agent' });
  const changes = () =>
    dialog
      .getByRole('row')
      .elements()
      .slice(1)
      .map((line) => [...line.children].map((cell) => cell.textContent));
  await expect.poll(changes).toEqual([
    ['Assigned Agent', '–', 'Asha Rao'],
    ['Status', 'Pending', 'Assigned'],
  ]);
  await expect.element(dialog.getByText('ab'.repeat(32))).toBeVisible();
});

test('opens a row that has no user and only details, and is not in the hash chain yet', async () => {
  serve();
  const after = { account: 'asha@doorstep.test' };
  answer(getAudit, { ...record, ...failed, address: null, before: null, after, link: null });
  const { screen } = await renderApp('/audit?view=11');
  const dialog = screen.getByRole('dialog', { name: 'Failed sign-in' });
  await expectTerms(dialog, [
    ['Row', '11'],
    ['Time', 'Mar 5, 2026, 10:30 AM'],
    ['User', 'No signed-in user'],
    ['Record', 'User '],
    ['IP address', '-'],
    ['Request ID', 'f00d'],
    ['Account', 'asha@doorstep.test'],
  ]);
  await expect.element(dialog.getByText('This row is not in the hash chain yet.')).toBeVisible();
});

test('shows in the dialog that a row can’t be loaded', async () => {
  serve();
  answer(getAudit, () => failure(404, { message: 'Audit row not found.' }));
  const { screen } = await renderApp('/audit?view=99');
  await expect
    .element(screen.getByRole('dialog').getByRole('alert'))
    .toMatchTextContent(/Audit row not found\./);
});

test.each([
  [
    { is_unbroken: true, broken: null },
    /The hash chain is unbroken: 12,345 rows, checked Mar 5, 2026/,
  ],
  [
    { is_unbroken: false, broken: { fault: 'removed' as const, seq: 7, audit_id: 8 } },
    /The hash chain is broken at place 7, row 8: a row was removed.*12,345 rows before this place are in order/,
  ],
  [
    { is_unbroken: false, broken: { fault: 'removed' as const, seq: 2, audit_id: 3 }, count: 1 },
    /1 row before this place is in order/,
  ],
])('shows the result of checking the chain: %o', async (found, text) => {
  serve();
  const head = { seq: 12_345, hash: 'cd'.repeat(32) };
  answer(verifyAudit, { count: 12_345, checked_at: row.at, late: 0, head, ...found });
  const { screen } = await renderApp('/audit');
  await pressAndSee('Check hash chain', screen.getByText(text));
});

test('downloads the filtered rows, and reports a failure', async () => {
  serve();
  let query: unknown;
  answer(exportAudit, (received: { query: unknown }) => {
    query = received.query;
    return failure(503, { message: 'Later, please.' });
  });
  const { screen } = await renderApp('/audit?event=user.delete');
  await screen.getByRole('button', { name: 'Download CSV' }).click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Later, please\./);
  await expect.poll(() => query).toEqual({ event: 'user.delete' });
});

// Covers: disputes-3
test('downloads the quality register of a month, at first the last one that is over', async () => {
  serve();
  let query: unknown;
  answer(qualityRegister, (received: { query: unknown }) => {
    query = received.query;
    return failure(503, { message: 'Later, please.' });
  });
  const { screen } = await renderApp('/audit');
  await screen.getByRole('button', { name: 'Quality register' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Quality register' });
  const choice = dialog.getByLabelText('Month');
  await expect.element(choice).toBeVisible();
  const last = (choice.element() as HTMLSelectElement).options[1]?.value;
  await submitAndHold(dialog, 'Download CSV', qualityRegister);
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/Later, please\./);
  await expect.poll(() => query).toEqual({ month: last });
});
