import { passwordReset } from '@doorstep/contract/auth';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { listUsers } from '@doorstep/contract/users';
import { beforeEach, expect, test } from 'vitest';
import { usersOf } from '../../../testing/answers.ts';
import { agentOf } from '../../../testing/applicants.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const asha = agentOf({ id: 7, name: 'Asha Rao' });
beforeEach(() => answer(listUsers, usersOf([asha])));

async function openForm() {
  const app = await renderApp('/agent?reset=7');
  const dialog = app.screen.getByRole('dialog', { name: 'Reset Password' });
  const submit = dialog.getByRole('button', { name: 'Reset Password' });
  const type = async (password: string, confirmation: string) => {
    await dialog.getByLabelText('New Password', { exact: true }).fill(password);
    await dialog.getByLabelText('Confirm Password', { exact: true }).fill(confirmation);
    await submit.click();
  };
  await expect.element(submit).toBeVisible();
  return { ...app, dialog, type };
}

// Covers: agents-4, password-reset-1
test('sends the phone number without a token, and shows a success panel', async () => {
  let sent: unknown;
  answer(passwordReset, ({ body, request }) => {
    sent = { body, token: request.headers.get('Authorization') };
    return { success: true, message: 'Password reset successfully' };
  });
  const { dialog, type, router, screen } = await openForm();
  await expect.element(dialog.getByText('Asha Rao · 9820000007')).toBeVisible();
  await type('Brand-new-horse-8', 'Brand-new-horse-8');
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Password reset successfully');
  await expect
    .poll(() => sent)
    .toEqual({
      body: {
        phone_number: '9820000007',
        new_password: 'Brand-new-horse-8',
        confirm_password: 'Brand-new-horse-8',
      },
      token: null,
    });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await router.navigate({ to: '/agent', search: { reset: '7' } });
  await expect.element(screen.getByLabelText('New Password', { exact: true })).toHaveValue('');
});

// Covers: password-reset-2
test.each([
  ['', '', 'New Password', 'Password is required'],
  ['short-7', 'short-7', 'New Password', 'Password must be at least 8 characters'],
  ['Brand-new-horse-8', 'brand-new-horse-8', 'Confirm Password', 'Passwords do not match'],
])('rejects "%s" and "%s"', async (password, confirmation, label, text) => {
  const { dialog, type } = await openForm();
  await type(password, confirmation);
  const input = dialog.getByLabelText(label, { exact: true });
  await expect.element(input).toHaveAccessibleDescription(text);
  await expect.element(input).toHaveFocus();
});

test('clears the error once the confirmation matches', async () => {
  const { dialog, type } = await openForm();
  await type('Brand-new-horse-8', 'Brand-new-horse-9');
  await dialog.getByLabelText('New Password', { exact: true }).fill('Brand-new-horse-9');
  await expect.element(dialog.getByText('Passwords do not match')).not.toBeInTheDocument();
});

// Covers: password-reset-3
test('shows a server error at its field', async () => {
  answer(
    passwordReset,
    failure(400, { message: 'x', errors: { new_password: ['Too easy to guess', 'second'] } }),
  );
  const { dialog, type } = await openForm();
  await type('Password-123', 'Password-123');
  await expect
    .element(dialog.getByLabelText('New Password', { exact: true }))
    .toHaveAccessibleDescription('Too easy to guess');
});
