import {
  assignAgent,
  deleteApplicant,
  getApplicant,
  listApplicants,
} from '@doorstep/contract/applicants';
import { answer } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { deleteUser, getUser, listUsers } from '@doorstep/contract/users';
import {
  decideVerification,
  getVerification,
  listVerifications,
} from '@doorstep/contract/verifications';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { identityOf, listOf, usersOf } from './testing/answers.ts';
import { agentOf, applicantOf, assignedTo } from './testing/applicants.ts';
import { closeAfterSuccess } from './testing/page/close-after-success.ts';
import { renderApp } from './testing/render-app.tsx';
import { verificationOf, verificationRow } from './testing/verifications.ts';

const names = ['Kabir Shah', 'Meera Nair', 'Zoya Khan'];
const asha = agentOf({ id: 7, name: 'Asha Rao' });
const done = { success: true as const, message: 'Done.' };

function serveApplicants(gone = new Set<number>()) {
  const all = names.map((applicant_name, index) => applicantOf({ id: 41 + index, applicant_name }));
  answer(listUsers, usersOf([asha]));
  answer(listApplicants, () => listOf(all.filter(({ id }) => !gone.has(id))));
  const find = (id: unknown) =>
    all.find((one) => one.id === Number(id)) ?? applicantOf({ id: Number(id) });
  answer(getApplicant, ({ params }) => find(params.id));
  answer(assignAgent, ({ params }) => {
    gone.add(Number(params.id));
    return { ...find(params.id), assigned_agent: assignedTo(asha) };
  });
  answer(deleteApplicant, ({ params }) => {
    gone.add(Number(params.id));
    return done;
  });
}

type Router = Awaited<ReturnType<typeof renderApp>>['router'];

const button = (name: RegExp | string) => page.getByRole('button', { name });
const depth = ({ router }: { router: Router }) => router.history.location.state.__TSR_index;
const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));

// Covers: dialogs-1
test('leaves no history entry for records that were opened and closed', async () => {
  serveApplicants();
  const app = await renderApp('/applicants');
  for (const [name, close] of [
    ['Kabir Shah', () => userEvent.keyboard('{Escape}')],
    ['Meera Nair', () => button('Close').first().click()],
    ['Zoya Khan', () => dialog.getByRole('button', { name: 'Close' }).last().click()],
  ] as const) {
    await pressAndSee(button(`View ${name}`), page.getByRole('dialog', { name }));
    expect(depth(app)).toBe(1);
    await close();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(app.address).toBe('/applicants');
    expect(depth(app)).toBe(0);
    await expect.element(button(`View ${name}`)).toHaveFocus();
  }
});

// Covers: dialogs-2
test('closes a dialog together with the one it opened, and returns the focus to the row', async () => {
  serveApplicants();
  const app = await renderApp('/applicants?search=a');
  await button('View Meera Nair').click();
  await button('Assign Agent').click();
  await expect.element(page.getByRole('combobox')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(app.address).toBe('/applicants?search=a');
  expect(depth(app)).toBe(0);
  await expect.element(button('View Meera Nair')).toHaveFocus();
});

// Covers: dialogs-1
test('closes a dialog opened by a link in place', async () => {
  serveApplicants();
  const app = await renderApp('/applicants?view=42');
  await expect.element(page.getByRole('dialog', { name: 'Meera Nair' })).toBeVisible();
  await expect.element(dialog.getByText('Zoya Khan')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.poll(app.address).toBe('/applicants');
  expect(depth(app)).toBe(0);
  await expect.element(button('View Meera Nair')).toHaveFocus();
});

test('moves the focus to the table when a dialog opened by a link has no row', async () => {
  serveApplicants();
  await renderApp('/applicants?upload=true');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('View Kabir Shah')).toHaveFocus();
});

test('moves the focus to the rows when a dialog closes before they are loaded', async () => {
  serveApplicants();
  const rows = Promise.withResolvers<void>();
  answer(listApplicants, async () => {
    await rows.promise;
    return listOf([applicantOf({ id: 41, applicant_name: 'Kabir Shah' })]);
  });
  await renderApp('/applicants?upload=true');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('main')).toHaveFocus();
  rows.resolve();
  await expect.element(button('View Kabir Shah')).toHaveFocus();
});

// Covers: dialogs-3
test.each([
  ['Meera Nair', 'Zoya Khan'],
  ['Zoya Khan', 'Meera Nair'],
])(
  'moves the focus to the right place after %s is assigned and leaves the list: %s',
  async (name, next) => {
    serveApplicants();
    const app = await renderApp('/applicants?assigned=false');
    await button(`Assign agent of ${name}`).click();
    const agent = page.getByRole('combobox');
    await closeAfterSuccess(app, () => userEvent.type(agent, 'Asha Rao{Enter}'));
    await expect.element(button(`Assign agent of ${next}`)).toHaveFocus();
    expect(depth(app)).toBe(0);
  },
);

// Covers: dialogs-3
test.each([
  ['the next row', [], 'Kabir Shah', 'Delete Meera Nair'],
  ['the button of the empty list', [41, 42], 'Zoya Khan', 'Upload a spreadsheet'],
])('moves the focus to %s after a deletion', async (_, gone, name, next) => {
  serveApplicants(new Set(gone));
  const app = await renderApp('/applicants');
  await button(`Delete ${name}`).click();
  await closeAfterSuccess(app, () => button('Delete').last().click());
  await expect.element(button(next)).toHaveFocus();
});

// Covers: dialogs-3, dialogs-4
test('moves the focus to the next row after a decision', async () => {
  const decided = new Set<number>();
  const rows = names.map((applicant, index) =>
    verificationRow({ verification_id: 501 + index, applicant }),
  );
  answer(listVerifications, () => listOf(rows.filter((row) => !decided.has(row.verification_id))));
  answer(getVerification, ({ params }) =>
    verificationOf({ ...rows.find((row) => String(row.verification_id) === params.id) }),
  );
  answer(decideVerification, ({ params }) => {
    decided.add(Number(params.id));
    return done;
  });
  const app = await renderApp('/verification?decision=pending');
  await button('View verification of Meera Nair').click();
  await button('Update Decision').click();
  await page.getByRole('dialog').getByText('Positive', { exact: true }).click();
  await closeAfterSuccess(app, () => button('Update').last().click());
  await expect.element(button(/of Meera Nair/)).not.toBeInTheDocument();
  await expect.element(button('View verification of Zoya Khan')).toHaveFocus();
  expect(depth(app)).toBe(0);
});

test('moves the focus to the next row after deleting an agent', async () => {
  let users = names.map((name, index) => agentOf({ id: 7 + index, name }));
  answer(listUsers, () => usersOf(users));
  answer(getUser, ({ params }) =>
    identityOf(users.find(({ id }) => String(id) === params.id) ?? asha),
  );
  answer(deleteUser, ({ params }) => {
    users = users.filter(({ id }) => String(id) !== params.id);
    return done;
  });
  const app = await renderApp('/agent');
  await button('Delete Meera Nair').click();
  await closeAfterSuccess(app, () => button('Delete').last().click());
  await expect.element(button('Delete Zoya Khan')).toHaveFocus();
  await button('View Zoya Khan').click();
  await button('Reset Password').last().click();
  await expect.element(page.getByLabelText('New Password')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('View Zoya Khan')).toHaveFocus();
  expect(depth(app)).toBe(0);
});
