import {
  assignAgent,
  deleteApplicant,
  getApplicant,
  listApplicants,
} from '@doorstep/contract/applicants';
import { answer } from '@doorstep/contract/testing/backend';
import { deleteUser, getUser, listUsers } from '@doorstep/contract/users';
import {
  decideVerification,
  getVerification,
  listVerifications,
} from '@doorstep/contract/verifications';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { agentOf, applicantOf, assignedTo } from './testing/applicants.ts';
import { closeAfterSuccess } from './testing/page/close-after-success.ts';
import { renderApp } from './testing/render-app.tsx';
import { verificationOf, verificationRow } from './testing/verifications.ts';

type App = Awaited<ReturnType<typeof renderApp>>;

const names = ['Kabir Shah', 'Meera Nair', 'Zoya Khan'];
const asha = agentOf({ id: 7, name: 'Asha Rao' });
const done = { success: true as const, message: 'Done.' };
const pageOf = <Row,>(results: Row[]) => ({
  results,
  count: results.length,
  next: null,
  previous: null,
});

function serveApplicants(gone = new Set<number>()) {
  const all = names.map((applicant_name, index) => applicantOf({ id: 41 + index, applicant_name }));
  answer(listUsers, { success: true, users: [asha], total_count: 1 });
  answer(listApplicants, () => pageOf(all.filter(({ id }) => !gone.has(id))));
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

const button = ({ screen }: App, name: RegExp | string) => screen.getByRole('button', { name });
const depth = ({ router }: App) => router.history.location.state.__TSR_index;
const inDialog = ({ screen }: App) =>
  screen.getByRole('dialog').or(screen.getByRole('alertdialog'));

// Covers: dialogs-1
test('leaves no history entry for records that were opened and closed', async () => {
  serveApplicants();
  const app = await renderApp('/applicants');
  for (const [name, close] of [
    ['Kabir Shah', () => userEvent.keyboard('{Escape}')],
    ['Meera Nair', () => button(app, 'Close').first().click()],
    ['Zoya Khan', () => inDialog(app).getByRole('button', { name: 'Close' }).last().click()],
  ] as const) {
    await button(app, `View ${name}`).click();
    await expect.element(app.screen.getByRole('dialog', { name })).toBeVisible();
    expect(depth(app)).toBe(1);
    await close();
    await expect.element(inDialog(app)).not.toBeInTheDocument();
    await expect.poll(app.address).toBe('/applicants');
    expect(depth(app)).toBe(0);
    await expect.element(button(app, `View ${name}`)).toHaveFocus();
  }
});

// Covers: dialogs-2
test('closes a dialog together with the one it opened, and returns the focus to the row', async () => {
  serveApplicants();
  const app = await renderApp('/applicants?search=a');
  await button(app, 'View Meera Nair').click();
  await button(app, 'Assign Agent').click();
  await expect.element(app.screen.getByRole('combobox')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(inDialog(app)).not.toBeInTheDocument();
  await expect.poll(app.address).toBe('/applicants?search=a');
  expect(depth(app)).toBe(0);
  await expect.element(button(app, 'View Meera Nair')).toHaveFocus();
});

// Covers: dialogs-1
test('closes a dialog opened by a link in place', async () => {
  serveApplicants();
  const app = await renderApp('/applicants?view=42');
  await expect.element(app.screen.getByRole('dialog', { name: 'Meera Nair' })).toBeVisible();
  await expect.element(inDialog(app).getByText('Zoya Khan')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.poll(app.address).toBe('/applicants');
  expect(depth(app)).toBe(0);
  await expect.element(button(app, 'View Meera Nair')).toHaveFocus();
});

test('moves the focus to the table when a dialog opened by a link has no row', async () => {
  serveApplicants();
  const app = await renderApp('/applicants?upload=true');
  await expect.element(app.screen.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button(app, 'View Kabir Shah')).toHaveFocus();
});

test('moves the focus to the rows when a dialog closes before they are loaded', async () => {
  serveApplicants();
  const rows = Promise.withResolvers<void>();
  answer(listApplicants, async () => {
    await rows.promise;
    return pageOf([applicantOf({ id: 41, applicant_name: 'Kabir Shah' })]);
  });
  const app = await renderApp('/applicants?upload=true');
  await expect.element(app.screen.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(app.screen.getByRole('main')).toHaveFocus();
  rows.resolve();
  await expect.element(button(app, 'View Kabir Shah')).toHaveFocus();
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
    await button(app, `Assign agent of ${name}`).click();
    const agent = app.screen.getByRole('combobox');
    await closeAfterSuccess(app, () => userEvent.type(agent, 'Asha Rao{Enter}'));
    await expect.element(button(app, `Assign agent of ${next}`)).toHaveFocus();
    expect(depth(app)).toBe(0);
  },
);

// Covers: dialogs-3
test('moves the focus to the next row after a deletion', async () => {
  serveApplicants();
  const app = await renderApp('/applicants');
  await button(app, 'Delete Kabir Shah').click();
  await closeAfterSuccess(app, () => button(app, 'Delete').last().click());
  await expect.element(button(app, 'View Kabir Shah')).not.toBeInTheDocument();
  await expect.element(button(app, 'Delete Meera Nair')).toHaveFocus();
});

// Covers: dialogs-3
test('moves the focus to the button of the empty list after the last deletion', async () => {
  serveApplicants(new Set([41, 42]));
  const app = await renderApp('/applicants');
  await button(app, 'Delete Zoya Khan').click();
  await closeAfterSuccess(app, () => button(app, 'Delete').last().click());
  await expect.element(button(app, 'Upload a spreadsheet')).toHaveFocus();
});

// Covers: dialogs-3, dialogs-4
test('moves the focus to the next row after a decision', async () => {
  const decided = new Set<number>();
  const rows = names.map((applicant, index) =>
    verificationRow({ verification_id: 501 + index, applicant }),
  );
  answer(listVerifications, () => pageOf(rows.filter((row) => !decided.has(row.verification_id))));
  answer(getVerification, ({ params }) =>
    verificationOf({ ...rows.find((row) => String(row.verification_id) === params.id) }),
  );
  answer(decideVerification, ({ params }) => {
    decided.add(Number(params.id));
    return done;
  });
  const app = await renderApp('/verification?decision=pending');
  await button(app, 'View verification of Meera Nair').click();
  await button(app, 'Update Decision').click();
  await app.screen.getByRole('dialog').getByText('Positive', { exact: true }).click();
  await closeAfterSuccess(app, () => button(app, 'Update').last().click());
  await expect.element(button(app, /of Meera Nair/)).not.toBeInTheDocument();
  await expect.element(button(app, 'View verification of Zoya Khan')).toHaveFocus();
  expect(depth(app)).toBe(0);
});

test('moves the focus to the next row after deleting an agent', async () => {
  let users = names.map((name, index) => agentOf({ id: 7 + index, name }));
  answer(listUsers, () => ({ success: true, users, total_count: users.length }));
  answer(getUser, ({ params }) => ({
    success: true,
    user: {
      ...(users.find(({ id }) => String(id) === params.id) ?? asha),
      pan_card_image_url: null,
      aadhar_card_images: [],
    },
  }));
  answer(deleteUser, ({ params }) => {
    users = users.filter(({ id }) => String(id) !== params.id);
    return done;
  });
  const app = await renderApp('/agent');
  await button(app, 'Delete Meera Nair').click();
  await closeAfterSuccess(app, () => button(app, 'Delete').last().click());
  await expect.element(button(app, 'Delete Zoya Khan')).toHaveFocus();
  await button(app, 'View Zoya Khan').click();
  await button(app, 'Reset Password').last().click();
  await expect.element(app.screen.getByLabelText('New Password')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button(app, 'View Zoya Khan')).toHaveFocus();
  expect(depth(app)).toBe(0);
});
