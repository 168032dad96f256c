import { passwordReset } from '@doorstep/contract/auth';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { getUser, listAdmins, type User, updateUser } from '@doorstep/contract/users';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { identityOf, recordBodies, usersOf } from '../../testing/answers.ts';
import { agentOf } from '../../testing/applicants.ts';
import { expectShownBy } from '../../testing/page/expect-shown-by.ts';
import { expectTexts } from '../../testing/page/expect-texts.ts';
import { renderApp, superAdmin } from '../../testing/render-app.tsx';

const adminOf = (fields: Parameters<typeof agentOf>[0]) => agentOf({ is_admin: true, ...fields });
const kabir = adminOf({ id: 7, name: 'Kabir Shah', is_superadmin: true });
const own = adminOf({ id: superAdmin.id as number, name: 'Nandini Kulkarni', is_superadmin: true });
const meera = adminOf({ id: 8, name: 'Meera Iyer', is_active: false });
const reset = { success: true as const, message: 'Password reset successfully' };
const savedAs = (user: User) => ({ ...identityOf(user), message: 'Saved' });

// Covers: admins-1
test('lists admins in their columns', async () => {
  const asked: Record<string, string>[] = [];
  answer(listAdmins, ({ query }) => {
    asked.push(query);
    const { is_superadmin: _, ...without } = meera;
    return usersOf([kabir, without as User]);
  });
  const { screen } = await renderApp('/admin');
  const table = screen.getByRole('table', { name: 'Admins' });
  await expect.element(table.getByText('Kabir Shah')).toBeVisible();
  await expectTexts(table.getByRole('columnheader'), [
    ...['User ID', 'Full Name', 'Email', 'Phone', 'Status', 'Super Admin', 'Created At', 'Actions'],
  ]);
  const created = 'Mar 5, 2026, 10:30 AM';
  await expectTexts(table.getByRole('cell'), [
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
  answer(listAdmins, usersOf(many));
  const { screen, address } = await renderApp('/admin?page=2');
  await expect.element(screen.getByText('11–12 of 12')).toBeVisible();
  await screen.getByPlaceholder('Search Admin by Name, Email, or Phone').fill(' ADMIN 11');
  await expect.element(screen.getByText('1–1 of 1')).toBeVisible();
  await expect.poll(address).toBe('/admin?search=ADMIN+11');
  await screen.getByPlaceholder('Search Admin by Name, Email, or Phone').fill('nobody');
  await expect.element(screen.getByText('No admin data available.')).toBeVisible();
});

async function openEdit(user: User) {
  answer(listAdmins, usersOf([user]));
  answer(getUser, identityOf(user));
  const app = await renderApp(`/admin?edit=${user.id}`);
  const dialog = app.screen.getByRole('dialog', { name: 'Edit Admin' });
  const name = dialog.getByLabelText('Name', { exact: true });
  await expect.element(name).toHaveValue(user.name);
  const save = dialog.getByRole('button', { name: 'Save Changes' });
  const newPassword = dialog.getByLabelText('New Password', { exact: true });
  const typePassword = async () => {
    await newPassword.fill('Brand-new-horse-8');
    await dialog.getByLabelText('Confirm Password', { exact: true }).fill('Brand-new-horse-8');
  };
  const resetPassword = () =>
    pressAndSee(
      dialog.getByRole('button', { name: 'Reset Password' }),
      dialog.getByText('Password reset successfully'),
    );
  return { ...app, dialog, name, save, newPassword, typePassword, resetPassword };
}

// Covers: admins-6
test('saves changes with the time at which the record was read', async () => {
  const sent: unknown[] = [];
  const { screen, dialog, save, address, name } = await openEdit(meera);
  answer(updateUser, ({ body, params }) => {
    sent.push([params.id, body]);
    return { ...identityOf(meera), message: 'Admin updated successfully' };
  });
  await name.fill('Meera Iyengar');
  await dialog.getByRole('switch', { name: 'Active' }).click();
  await dialog.getByRole('switch', { name: 'Super Admin' }).click();
  await expectShownBy(save.click(), screen.getByText('Admin updated successfully'));
  await expect.poll(address).toBe('/admin');
  const { updated_at } = meera;
  const changed = { name: 'Meera Iyengar', is_active: true, is_superadmin: true, updated_at };
  await expect.poll(() => sent).toEqual([['8', changed]]);
});

test('ignores spaces typed around a value, and sends nothing', async () => {
  answer(updateUser, failure(400, { message: 'Send at least one field' }));
  const { save, address, name } = await openEdit(meera);
  await name.fill(`${meera.name} `);
  await save.click();
  await expect.poll(address).toBe('/admin');
});

test('works with a backend without updated_at or phone_number', async () => {
  const { updated_at: _, phone_number: __, is_superadmin: ___, ...bare } = meera;
  const { dialog, save } = await openEdit({ ...bare, phone: '9000000001' } as unknown as User);
  await expect.element(dialog.getByLabelText('Phone')).toHaveValue('9000000001');
  const sent = recordBodies(updateUser, Response.json({ success: true }));
  await dialog.getByLabelText('Email').fill('meera@doorstep.test');
  await save.click();
  await expect.poll(() => sent).toEqual([{ email: 'meera@doorstep.test' }]);
});

test('tells the later of two admins, keeps the input, and can load the newer values', async () => {
  const { dialog, save, name } = await openEdit(meera);
  const words = 'Someone else changed Meera Iyer in the meantime. Please load the record again.';
  answer(updateUser, failure(409, { message: words, code: 'changed_meanwhile' }));
  await name.fill('My Version');
  await pressAndSee(save, dialog.getByText(words));
  await expect.element(name).toHaveValue('My Version');

  const newer = { ...meera, name: 'Their Version', updated_at: '2026-03-06T05:00:00.000Z' };
  answer(getUser, identityOf(newer));
  await dialog.getByRole('button', { name: 'Load the newer values' }).click();
  await expect.element(name).toHaveValue('Their Version');
  await expect.element(dialog.getByText(words)).not.toBeInTheDocument();

  const sent = recordBodies(updateUser, savedAs(newer));
  await name.fill('Our Version');
  await save.click();
  await expect.poll(() => sent).toEqual([{ name: 'Our Version', updated_at: newer.updated_at }]);
});

// Covers: admins-6
test('shows the form’s and the server’s field errors at their fields', async () => {
  const { dialog, save } = await openEdit(kabir);
  await dialog.getByLabelText('Phone').fill('12');
  await save.click();
  await expect
    .element(dialog.getByLabelText('Phone'))
    .toHaveAccessibleDescription('Phone number must be exactly 10 digits');
  const errors = { phone_number: ['Phone taken'], is_active: ['Has open tasks'] };
  answer(updateUser, failure(400, { errors }));
  await dialog.getByLabelText('Phone').fill('9123456780');
  await save.click();
  await expect.element(dialog.getByLabelText('Phone')).toHaveAccessibleDescription('Phone taken');
  await expect
    .element(dialog.getByRole('switch', { name: 'Active' }))
    .toHaveAccessibleDescription('Has open tasks');
});

test('takes missing fields of the record from the list', async () => {
  const { is_active: _, ...silent } = meera;
  answer(listAdmins, usersOf([meera]));
  answer(getUser, identityOf(silent as User));
  const { screen } = await renderApp('/admin?edit=8');
  await expect.element(screen.getByRole('switch', { name: 'Active' })).not.toBeChecked();
});

test('prevents users from deactivating, demoting or deleting themselves, and says why', async () => {
  const { screen, dialog, save, address, name } = await openEdit(own);
  const active = dialog.getByRole('switch', { name: 'Active' });
  await expect.element(active).toBeDisabled();
  await expect
    .element(active)
    .toHaveAccessibleDescription('You cannot deactivate your own account.');
  await expect.element(dialog.getByRole('switch', { name: 'Super Admin' })).toBeDisabled();
  const sent = recordBodies(updateUser, savedAs(own));
  await name.fill('Nandini K');
  await save.click();
  await expect.poll(() => sent).toEqual([{ name: 'Nandini K', updated_at: own.updated_at }]);
  await expect.element(screen.getByRole('button', { name: 'Profile of Nandini K' })).toBeVisible();

  const remove = screen.getByRole('button', { name: /^Delete Nandini/ });
  await expect.element(remove).toHaveAttribute('aria-disabled', 'true');
  await remove.click({ force: true });
  await expect.poll(address).toBe('/admin');
});

// Covers: admins-6
test('resets a password next to an incomplete form, which stays', async () => {
  const { dialog, name, typePassword, resetPassword } = await openEdit(kabir);
  const sent = recordBodies(passwordReset, reset);
  await name.fill('Half typed');
  await dialog.getByLabelText('Phone').fill('9999999999');
  await typePassword();
  await resetPassword();
  await expect.poll(() => sent).toMatchObject([{ phone_number: '9820000007' }]);
  await expect.element(name).toHaveValue('Half typed');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog.getByText('Close and lose what you changed?')).toBeVisible();
});

// Covers: admins-6
test('does not close on Save Changes while a typed password is not set', async () => {
  const { dialog, save, name, newPassword, typePassword, resetPassword } = await openEdit(kabir);
  const calls: string[] = [];
  answer(passwordReset, () => {
    calls.push('reset');
    return reset;
  });
  answer(updateUser, () => {
    calls.push('save');
    return savedAs(kabir);
  });
  await typePassword();
  const words = dialog.getByText(/^The new password is not saved yet/);
  await pressAndSee(save, words);
  await expect.element(newPassword).toHaveFocus();
  await name.fill('Kabir S');
  await pressAndSee(save, words);
  await expect.poll(() => calls).toEqual([]);
  await resetPassword();
  await expect.element(words).not.toBeInTheDocument();
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => calls).toEqual(['reset', 'save']);
});

// Covers: admins-6
test('does not treat a save after the user’s own reset as a conflict', async () => {
  const { save, name, typePassword, resetPassword } = await openEdit(kabir);
  const later = '2026-03-06T05:00:00.000Z';
  answer(passwordReset, () => {
    answer(getUser, identityOf({ ...kabir, updated_at: later }));
    return reset;
  });
  const sent = recordBodies(updateUser, savedAs(kabir));
  await name.fill('Kabir S');
  await typePassword();
  await resetPassword();
  await save.click();
  await expect.poll(() => sent).toEqual([{ name: 'Kabir S', updated_at: later }]);
});

// Covers: admins-6, dialogs-5
test('still rejects a colleague’s change after the user’s own reset; loading keeps other input', async () => {
  const { dialog, save, name, typePassword, resetPassword } = await openEdit(kabir);
  const newer = { ...kabir, phone_number: '9123456780', updated_at: '2026-03-06T05:00:00.000Z' };
  answer(passwordReset, () => {
    answer(getUser, identityOf(newer));
    return reset;
  });
  const sent = recordBodies(
    updateUser,
    failure(409, { message: 'Someone else changed Kabir Shah.', code: 'changed_meanwhile' }),
    savedAs(newer),
  );
  await name.fill('Kabir S');
  await typePassword();
  await resetPassword();
  await save.click();
  await dialog.getByRole('button', { name: 'Load the newer values' }).click();
  await expect.element(dialog.getByLabelText('Phone')).toHaveValue('9123456780');
  await expect.element(name).toHaveValue('Kabir S');
  await save.click();
  await expect
    .poll(() => sent)
    .toEqual([
      { name: 'Kabir S', updated_at: kabir.updated_at },
      { name: 'Kabir S', updated_at: newer.updated_at },
    ]);
});

test('closes no other dialog when an answer comes after its own was left', async () => {
  answer(listAdmins, usersOf([kabir]));
  answer(getUser, identityOf(kabir));
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer(updateUser, () => promise);
  const { screen, router } = await renderApp('/admin');
  await screen.getByRole('button', { name: 'Edit Kabir Shah' }).click();
  await screen.getByLabelText('Name', { exact: true }).fill('Kabir S');
  await pressAndSee('Save Changes', screen.getByRole('button', { name: 'Saving...' }));
  router.history.back();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Register Admin' }).click();
  await screen.getByLabelText('Name', { exact: true }).fill('Zoya');
  resolve(Response.json({ ...identityOf(kabir), message: 'Kabir was updated' }));
  await expect.element(screen.getByText('Kabir was updated')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Name', { exact: true }), ' Khan');
  await expect.element(screen.getByLabelText('Name', { exact: true })).toHaveValue('Zoya Khan');
});
