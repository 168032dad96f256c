import { register } from '@doorstep/contract/auth';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { listAdmins, listUsers } from '@doorstep/contract/users';
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { recordBodies, usersOf } from '../../testing/answers.ts';
import { renderApp } from '../../testing/render-app.tsx';

beforeEach(() => {
  answer(listUsers, usersOf([]));
  answer(listAdmins, usersOf([]));
});

const good = {
  Name: ' Asha Rao ',
  Email: 'Asha@Doorstep.test',
  Phone: '9820000007',
  Password: 'Brand-new-horse-8',
  'Confirm Password': 'Brand-new-horse-8',
};
const person = { full_name: 'Asha Rao', email: 'asha@doorstep.test', phone: '9820000007' };
const welcome = { success: true as const, message: 'Done', user: { id: 9, ...person } };

async function openForm(path = '/agent?register=true') {
  const app = await renderApp(path);
  const kind = path.startsWith('/agent') ? 'Agent' : 'Admin';
  const dialog = app.screen.getByRole('dialog', { name: `Register ${kind}` });
  const submit = dialog.getByRole('button', { name: `Register ${kind}` });
  const type = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) {
      await dialog.getByLabelText(label, { exact: true }).fill(value);
    }
  };
  await expect.element(submit).toBeVisible();
  return { ...app, dialog, submit, type };
}

// Covers: registration-1
test('registers an agent with name, email, phone and password only, and names them', async () => {
  const sent = recordBodies(register, welcome);
  const { dialog, submit, type } = await openForm();
  await expect.element(dialog.getByRole('switch')).not.toBeInTheDocument();
  await type(good);
  await submit.click();
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Done');
  await expect.element(dialog.getByText('asha@doorstep.test')).toBeVisible();
  const { full_name: name, ...contact } = person;
  await expect.poll(() => sent).toEqual([{ name, ...contact, password: good.Password }]);
  await dialog.getByRole('button', { name: 'Register Another' }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('');
});

// Covers: registration-2, admins-3
test.each([true, false])('registers an admin with is_superadmin %s', async (isSuper) => {
  let sent: unknown;
  answer(register, ({ body }) => {
    sent = body;
    // Other backends may return an empty answer.
    return Response.json({});
  });
  const { dialog, submit, type } = await openForm('/admin?register=true');
  await expect
    .element(dialog.getByRole('switch', { name: 'Super Admin' }))
    .toHaveAccessibleDescription(
      /additional privileges including system configuration and full user management/,
    );
  await type(good);
  if (isSuper) await dialog.getByRole('switch', { name: 'Super Admin' }).click();
  await pressAndSee(submit, dialog.getByText('Admin registered successfully'));
  await expect.poll(() => sent).toMatchObject({ is_admin: true, is_superadmin: isSuper });
});

// Covers: registration-3
test.each([
  ['Name', '   ', 'Name is required'],
  ['Email', '', 'Email is required'],
  ['Email', 'asha@doorstep', 'Email is invalid'],
  ['Phone', '', 'Phone number is required'],
  ['Phone', '98200', 'Phone number must be exactly 10 digits'],
  ['Phone', '98200o0007', 'Phone number must be exactly 10 digits'],
  ['Password', '', 'Password is required'],
  ['Password', 'short-7', 'Password must be at least 8 characters'],
  ['Confirm Password', 'Another-horse-9', 'Passwords do not match'],
])('rejects %s "%s": %s', async (label, value, text) => {
  const { dialog, submit, type } = await openForm();
  await type({ ...good, [label]: value });
  await submit.click();
  const input = dialog.getByLabelText(label, { exact: true });
  await expect.element(input).toHaveAccessibleDescription(text);
  await expect.element(input).toHaveFocus();
});

// Covers: registration-4
test('limits the phone to ten characters', async () => {
  const { dialog } = await openForm();
  const phone = dialog.getByLabelText('Phone');
  await phone.click();
  await userEvent.keyboard('98200000071234');
  await expect.element(phone).toHaveValue('9820000007');
});

// Covers: registration-5
test('shows the first server error of each field at its field, and keeps the input', async () => {
  answer(
    register,
    failure(400, {
      message: 'Please check the fields.',
      errors: { phone_number: ['Phone taken', 'second'], email: ['Email taken'] },
    }),
  );
  const { dialog, submit, type } = await openForm();
  await type(good);
  await submit.click();
  const email = dialog.getByLabelText('Email');
  await expect.element(email).toHaveAccessibleDescription('Email taken');
  await expect.element(email).toHaveFocus();
  await expect.element(dialog.getByLabelText('Phone')).toHaveAccessibleDescription('Phone taken');
  await expect.element(dialog.getByLabelText('Phone')).toHaveValue('9820000007');
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(' Asha Rao ');
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
});

// Covers: registration-7
test('asks before closing discards the input, and starts empty the next time', async () => {
  const { screen, dialog, type, router, address } = await openForm();
  await type({ Name: 'Asha' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog.getByText('Close and lose what you changed?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await userEvent.keyboard('{Escape}');
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(address).toBe('/agent');
  await router.navigate({ to: '/agent', search: { register: true } });
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('');
});

test('can’t be closed or sent twice while registering', async () => {
  let calls = 0;
  const { promise, resolve } = Promise.withResolvers<typeof welcome>();
  answer(register, () => {
    calls += 1;
    return promise;
  });
  const { dialog, submit, type } = await openForm();
  await type(good);
  await submit.click();
  await dialog.getByRole('button', { name: 'Registering...' }).click({ force: true });
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  resolve(welcome);
  await expect.element(dialog.getByText('Done')).toBeVisible();
  await expect.poll(() => calls).toBe(1);
});
