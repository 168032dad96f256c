import { passwordReset } from '@doorstep/contract/auth';
import { answer, bareFailure, failure, noConnection } from '@doorstep/contract/testing/backend';
import { deleteUser, getUser, listAdmins, type User, updateUser } from '@doorstep/contract/users';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { agentOf } from '../../testing/applicants.ts';
import { expectShownBy } from '../../testing/page/expect-shown-by.ts';
import { admin, renderApp, superAdmin } from '../../testing/render-app.tsx';

const listOf = (users: User[]) => ({ success: true as const, users, total_count: users.length });
const adminOf = (fields: Parameters<typeof agentOf>[0]) => agentOf({ is_admin: true, ...fields });
const kabir = adminOf({ id: 7, name: 'Kabir Shah', is_superadmin: true });
const own = adminOf({ id: superAdmin.id as number, name: 'Nandini Kulkarni', is_superadmin: true });
const meera = adminOf({ id: 8, name: 'Meera Iyer', is_active: false });
const detail = (user: User) => ({
  success: true as const,
  user: { ...user, pan_card_image_url: null, aadhar_card_images: [] },
});

// Covers: admins-1
test('lists admins in their columns', async () => {
  const asked: Record<string, string>[] = [];
  answer(listAdmins, ({ query }) => {
    asked.push(query);
    const { is_superadmin: _, ...without } = meera;
    return listOf([kabir, without as User]);
  });
  const { screen } = await renderApp('/admin');
  const table = screen.getByRole('table', { name: 'Admins' });
  await expect.element(table.getByText('Kabir Shah')).toBeVisible();
  const textsOf = (role: 'columnheader' | 'cell') =>
    table
      .getByRole(role)
      .elements()
      .map((cell) => cell.textContent);
  expect(textsOf('columnheader')).toEqual([
    ...['User ID', 'Full Name', 'Email', 'Phone', 'Status', 'Super Admin', 'Created At', 'Actions'],
  ]);
  const created = 'Mar 5, 2026, 10:30 AM';
  expect(textsOf('cell')).toEqual([
    ...['7', 'Kabir Shah', 'agent7@doorstep.test', '9820000007', 'Active', 'Yes', created, ''],
    ...['8', 'Meera Iyer', 'agent8@doorstep.test', '9820000008', 'Inactive', 'No', created, ''],
  ]);
  await expect.poll(() => asked[0]).toEqual({ admins: 'true' });
});

// Covers: admins-2
test('searches and pages in the browser', async () => {
  const many = Array.from({ length: 12 }, (_, index) =>
    adminOf({ id: 50 + index, name: `Admin ${index}` }),
  );
  answer(listAdmins, listOf(many));
  const { screen, address } = await renderApp('/admin?page=2');
  await expect.element(screen.getByText('11–12 of 12')).toBeVisible();
  await screen.getByPlaceholder('Search Admin by Name, Email, or Phone').fill(' ADMIN 11');
  await expect.element(screen.getByText('1–1 of 1')).toBeVisible();
  await expect.poll(address).toBe('/admin?search=ADMIN+11');
  await screen.getByPlaceholder('Search Admin by Name, Email, or Phone').fill('nobody');
  await expect.element(screen.getByText('No admin data available.')).toBeVisible();
});

// Covers: admins-4
test('shows that it is loading, and that there is nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof listOf>>();
  answer(listAdmins, () => promise);
  const { screen } = await renderApp('/admin');
  await expect.element(screen.getByText('Loading admins data...')).toBeInTheDocument();
  resolve(listOf([]));
  await expect.element(screen.getByText('No admin data available.')).toBeVisible();
});

// Covers: admins-5
test.each([
  [bareFailure(500), 'Failed to fetch administrators'],
  [failure(500, { message: 'The database is away.' }), 'The database is away.'],
])('offers Retry after a failed list', async (reply, text) => {
  answer(listAdmins, () => reply.clone());
  const { screen } = await renderApp('/admin');
  await expect.element(screen.getByText(`Error loading admin data: ${text}`)).toBeVisible();
  answer(listAdmins, listOf([kabir]));
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText('Kabir Shah')).toBeVisible();
});

// Covers: routes-6
test('sends an admin who is no super admin home', async () => {
  const { address } = await renderApp('/admin', admin);
  await expect.poll(address).toBe('/home');
});

async function openEdit(user: User) {
  answer(listAdmins, listOf([user]));
  answer(getUser, detail(user));
  const app = await renderApp(`/admin?edit=${user.id}`);
  const dialog = app.screen.getByRole('dialog', { name: 'Edit Admin' });
  await expect.element(dialog.getByLabelText('Name', { exact: true })).toHaveValue(user.name);
  const save = dialog.getByRole('button', { name: 'Save Changes' });
  return { ...app, dialog, save };
}

// Covers: admins-6
test('saves changes with the time at which the record was read', async () => {
  const sent: unknown[] = [];
  const { screen, dialog, save, address } = await openEdit(meera);
  answer(updateUser, ({ body, params }) => {
    sent.push([params.id, body]);
    return { ...detail(meera), message: 'Admin updated successfully' };
  });
  await dialog.getByLabelText('Name', { exact: true }).fill('Meera Iyengar');
  await dialog.getByRole('switch', { name: 'Active' }).click();
  await dialog.getByRole('switch', { name: 'Super Admin' }).click();
  await expectShownBy(save.click(), screen.getByText('Admin updated successfully'));
  await expect.poll(address).toBe('/admin');
  await expect
    .poll(() => sent)
    .toEqual([
      [
        '8',
        {
          name: 'Meera Iyengar',
          is_active: true,
          is_superadmin: true,
          updated_at: meera.updated_at,
        },
      ],
    ]);
});

test('ignores spaces typed around a value, and sends nothing', async () => {
  answer(updateUser, failure(400, { message: 'Send at least one field' }));
  const { dialog, save, address } = await openEdit(meera);
  await dialog.getByLabelText('Name', { exact: true }).fill(`${meera.name} `);
  await save.click();
  await expect.poll(address).toBe('/admin');
});

test('works with a backend without updated_at or phone_number', async () => {
  const { updated_at: _, phone_number: __, is_superadmin: ___, ...bare } = meera;
  const { dialog, save } = await openEdit({ ...bare, phone: '9000000001' } as unknown as User);
  await expect.element(dialog.getByLabelText('Phone')).toHaveValue('9000000001');
  let sent: unknown;
  answer(updateUser, ({ body }) => {
    sent = body;
    return Response.json({ success: true });
  });
  await dialog.getByLabelText('Email').fill('meera@doorstep.test');
  await save.click();
  await expect.poll(() => sent).toEqual({ email: 'meera@doorstep.test' });
});

test('tells the later of two admins, keeps the input, and can load the newer values', async () => {
  const { dialog, save } = await openEdit(meera);
  const words = 'Someone else changed Meera Iyer in the meantime. Please load the record again.';
  answer(updateUser, failure(409, { message: words, code: 'changed_meanwhile' }));
  await dialog.getByLabelText('Name', { exact: true }).fill('My Version');
  await save.click();
  await expect.element(dialog.getByText(words)).toBeVisible();
  await expect.element(dialog.getByLabelText('Name', { exact: true })).toHaveValue('My Version');

  const newer = { ...meera, name: 'Their Version', updated_at: '2026-03-06T05:00:00.000Z' };
  answer(getUser, detail(newer));
  await dialog.getByRole('button', { name: 'Load the newer values' }).click();
  await expect.element(dialog.getByLabelText('Name', { exact: true })).toHaveValue('Their Version');
  await expect.element(dialog.getByText(words)).not.toBeInTheDocument();

  let sent: unknown;
  answer(updateUser, ({ body }) => {
    sent = body;
    return { ...detail(newer), message: 'Saved' };
  });
  await dialog.getByLabelText('Name', { exact: true }).fill('Our Version');
  await save.click();
  await expect.poll(() => sent).toEqual({ name: 'Our Version', updated_at: newer.updated_at });
});

// Covers: admins-6
test('shows the form’s and the server’s field errors at their fields', async () => {
  const { dialog, save } = await openEdit(kabir);
  await dialog.getByLabelText('Phone').fill('12');
  await save.click();
  await expect
    .element(dialog.getByLabelText('Phone'))
    .toHaveAccessibleDescription('Phone number must be exactly 10 digits');
  answer(updateUser, failure(400, { errors: { phone_number: ['Phone taken'] } }));
  await dialog.getByLabelText('Phone').fill('9123456780');
  await save.click();
  await expect.element(dialog.getByLabelText('Phone')).toHaveAccessibleDescription('Phone taken');
});

test('takes missing fields of the record from the list', async () => {
  const { is_active: _, ...silent } = meera;
  answer(listAdmins, listOf([meera]));
  answer(getUser, detail(silent as User));
  const { screen } = await renderApp('/admin?edit=8');
  await expect.element(screen.getByRole('switch', { name: 'Active' })).not.toBeChecked();
});

// Covers: admins-7
test('says that a record can’t be fetched', async () => {
  answer(listAdmins, listOf([kabir]));
  answer(getUser, bareFailure(500));
  const { screen } = await renderApp('/admin?edit=7');
  await expect.element(screen.getByText('Failed to fetch administrator details')).toBeVisible();
});

// Covers: admins-3
test('offers edit and delete in each row, and registration through Register Admin', async () => {
  answer(listAdmins, listOf([kabir]));
  answer(getUser, detail(kabir));
  const { screen, address, router } = await renderApp('/admin');
  for (const [button, query, dialog] of [
    ['Edit Kabir Shah', 'edit=7', 'Edit Admin'],
    ['Delete Kabir Shah', 'delete=7', 'Delete admin'],
    ['Register Admin', 'register=true', 'Register Admin'],
  ] as const) {
    await screen.getByRole('button', { name: button, exact: true }).click();
    const role = query === 'delete=7' ? 'alertdialog' : 'dialog';
    await expect.element(screen.getByRole(role, { name: dialog })).toBeVisible();
    await expect.poll(address).toBe(`/admin?${query}`);
    router.history.back();
    await expect.element(screen.getByRole(role)).not.toBeInTheDocument();
  }
});

test('prevents users from deactivating, demoting or deleting themselves, and says why', async () => {
  const { screen, dialog, save, address } = await openEdit(own);
  await expect.element(dialog.getByRole('switch', { name: 'Active' })).toBeDisabled();
  await expect
    .element(dialog.getByRole('switch', { name: 'Active' }))
    .toHaveAccessibleDescription('You cannot deactivate your own account.');
  await expect.element(dialog.getByRole('switch', { name: 'Super Admin' })).toBeDisabled();
  let sent: unknown;
  answer(updateUser, ({ body }) => {
    sent = body;
    return { ...detail(own), message: 'Saved' };
  });
  await dialog.getByLabelText('Name', { exact: true }).fill('Nandini K');
  await save.click();
  await expect.poll(() => sent).toEqual({ name: 'Nandini K', updated_at: own.updated_at });
  await expect.element(screen.getByRole('button', { name: 'Profile of Nandini K' })).toBeVisible();

  const remove = screen.getByRole('button', { name: /^Delete Nandini/ });
  await expect.element(remove).toHaveAttribute('aria-disabled', 'true');
  await remove.click({ force: true });
  await expect.poll(address).toBe('/admin');
});

// Covers: admins-6
test('resets a password next to an incomplete form, which stays', async () => {
  const { dialog } = await openEdit(kabir);
  let sent: unknown;
  answer(passwordReset, ({ body }) => {
    sent = body;
    return { success: true, message: 'Password reset successfully' };
  });
  await dialog.getByLabelText('Name', { exact: true }).fill('Half typed');
  await dialog.getByLabelText('Phone').fill('9999999999');
  await dialog.getByLabelText('New Password', { exact: true }).fill('Brand-new-horse-8');
  await dialog.getByLabelText('Confirm Password', { exact: true }).fill('Brand-new-horse-8');
  await dialog.getByRole('button', { name: 'Reset Password' }).click();
  await expect.element(dialog.getByText('Password reset successfully')).toBeVisible();
  await expect.poll(() => sent).toMatchObject({ phone_number: '9820000007' });
  await expect.element(dialog.getByLabelText('Name', { exact: true })).toHaveValue('Half typed');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog.getByText('Close and lose what you changed?')).toBeVisible();
});

async function typePassword({ dialog }: Awaited<ReturnType<typeof openEdit>>) {
  await dialog.getByLabelText('New Password', { exact: true }).fill('Brand-new-horse-8');
  await dialog.getByLabelText('Confirm Password', { exact: true }).fill('Brand-new-horse-8');
}

// Covers: admins-6
test('does not close on Save Changes while a typed password is not set', async () => {
  const app = await openEdit(kabir);
  const calls: string[] = [];
  answer(passwordReset, () => {
    calls.push('reset');
    return { success: true, message: 'Password reset successfully' };
  });
  answer(updateUser, () => {
    calls.push('save');
    return { ...detail(kabir), message: 'Saved' };
  });
  const { dialog, save } = app;
  await typePassword(app);
  const words = dialog.getByText(/^The new password is not saved yet/);
  await save.click();
  await expect.element(words).toBeVisible();
  await expect.element(dialog.getByLabelText('New Password', { exact: true })).toHaveFocus();
  await dialog.getByLabelText('Name', { exact: true }).fill('Kabir S');
  await save.click();
  await expect.element(words).toBeVisible();
  await expect.poll(() => calls).toEqual([]);
  await dialog.getByRole('button', { name: 'Reset Password' }).click();
  await expect.element(dialog.getByText('Password reset successfully')).toBeVisible();
  await expect.element(words).not.toBeInTheDocument();
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => calls).toEqual(['reset', 'save']);
});

// Covers: admins-6
test('does not treat a save after the user’s own reset as a conflict', async () => {
  const app = await openEdit(kabir);
  const { dialog, save } = app;
  const later = '2026-03-06T05:00:00.000Z';
  answer(passwordReset, () => {
    answer(getUser, detail({ ...kabir, updated_at: later }));
    return { success: true, message: 'Password reset successfully' };
  });
  let sent: unknown;
  answer(updateUser, ({ body }) => {
    sent = body;
    return { ...detail(kabir), message: 'Saved' };
  });
  await dialog.getByLabelText('Name', { exact: true }).fill('Kabir S');
  await typePassword(app);
  await dialog.getByRole('button', { name: 'Reset Password' }).click();
  await expect.element(dialog.getByText('Password reset successfully')).toBeVisible();
  await save.click();
  await expect.poll(() => sent).toEqual({ name: 'Kabir S', updated_at: later });
});

// Covers: admins-6, dialogs-5
test('still rejects a colleague’s change after the user’s own reset; loading keeps other input', async () => {
  const app = await openEdit(kabir);
  const { dialog, save } = app;
  const newer = { ...kabir, phone_number: '9123456780', updated_at: '2026-03-06T05:00:00.000Z' };
  answer(passwordReset, () => {
    answer(getUser, detail(newer));
    return { success: true, message: 'Password reset successfully' };
  });
  const sent: unknown[] = [];
  answer(updateUser, ({ body }) => {
    sent.push(body);
    return sent.length === 1
      ? failure(409, { message: 'Someone else changed Kabir Shah.', code: 'changed_meanwhile' })
      : { ...detail(newer), message: 'Saved' };
  });
  await dialog.getByLabelText('Name', { exact: true }).fill('Kabir S');
  await typePassword(app);
  await dialog.getByRole('button', { name: 'Reset Password' }).click();
  await expect.element(dialog.getByText('Password reset successfully')).toBeVisible();
  await save.click();
  await dialog.getByRole('button', { name: 'Load the newer values' }).click();
  await expect.element(dialog.getByLabelText('Phone')).toHaveValue('9123456780');
  await expect.element(dialog.getByLabelText('Name', { exact: true })).toHaveValue('Kabir S');
  await save.click();
  await expect
    .poll(() => sent)
    .toEqual([
      { name: 'Kabir S', updated_at: kabir.updated_at },
      { name: 'Kabir S', updated_at: newer.updated_at },
    ]);
});

test('closes no other dialog when an answer comes after its own was left', async () => {
  answer(listAdmins, listOf([kabir]));
  answer(getUser, detail(kabir));
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer(updateUser, () => promise);
  const { screen, router } = await renderApp('/admin');
  await screen.getByRole('button', { name: 'Edit Kabir Shah' }).click();
  await screen.getByLabelText('Name', { exact: true }).fill('Kabir S');
  await screen.getByRole('button', { name: 'Save Changes' }).click();
  await expect.element(screen.getByRole('button', { name: 'Saving...' })).toBeVisible();
  router.history.back();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Register Admin' }).click();
  await screen.getByLabelText('Name', { exact: true }).fill('Zoya');
  resolve(Response.json({ ...detail(kabir), message: 'Kabir was updated' }));
  await expect.element(screen.getByText('Kabir was updated')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Name', { exact: true }), ' Khan');
  await expect.element(screen.getByLabelText('Name', { exact: true })).toHaveValue('Zoya Khan');
});

// Covers: admins-8
test('deletes an admin', async () => {
  answer(listAdmins, listOf([kabir, own]));
  answer(deleteUser, Response.json({}));
  const { screen } = await renderApp('/admin');
  await screen.getByRole('button', { name: 'Delete Kabir Shah' }).click();
  await expectShownBy(
    screen.getByRole('button', { name: 'Delete', exact: true }).click(),
    screen.getByText('Admin deleted successfully'),
  );
});

// Covers: deleting-4
test.each([
  [failure(403, { detail: 'Not this one.' }), 'Not this one.'],
  [bareFailure(500), 'Failed to delete admin. Please try again.'],
  [noConnection(), 'An error occurred while deleting. Please try again.'],
])('says that a deletion failed', async (reply, text) => {
  answer(listAdmins, listOf([kabir]));
  answer(deleteUser, () => reply);
  const { screen } = await renderApp('/admin?delete=7');
  await screen.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent(text);
});

// Covers: deleting-6
test('can’t delete an admin who does not exist', async () => {
  answer(listAdmins, listOf([kabir]));
  const { screen } = await renderApp('/admin?delete=99');
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Invalid admin selected for deletion.');
});
