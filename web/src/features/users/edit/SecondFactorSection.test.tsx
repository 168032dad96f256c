import { removeSecondFactor } from '@doorstep/contract/auth/second-factor';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { getUser, listAdmins, type UserDetail } from '@doorstep/contract/users';
import { expect, test } from 'vitest';
import { identityOf, usersOf } from '../../../testing/answers.ts';
import { agentOf } from '../../../testing/applicants.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const colleague = agentOf({ id: 7, name: 'Faisal Merchant', is_admin: true });

async function openEdit(more: Partial<UserDetail>) {
  const { user } = identityOf({ ...colleague, ...more });
  answer(listAdmins, usersOf([user]));
  answer(getUser, { success: true, user });
  const app = await renderApp(`/admin?edit=${user.id}`);
  await expect.element(app.screen.getByRole('button', { name: 'Reset Password' })).toBeVisible();
  return app;
}

test.each([
  ['is off', { has_second_factor: false }],
  ['is unknown to the server', {}],
  ['is one’s own', { id: 1, has_second_factor: true }],
])('offers nothing to remove if it %s', async (_, more) => {
  const { screen } = await openEdit(more);
  await expect
    .element(screen.getByRole('heading', { name: 'Two-step sign-in' }))
    .not.toBeInTheDocument();
});

test('asks before removing it, and shows a failure', async () => {
  const removed: unknown[] = [];
  answer(removeSecondFactor, ({ params }) => {
    removed.push(params.id);
    return removed.length === 1
      ? failure(503, { message: 'Briefly unavailable.' })
      : { success: true as const, message: 'Two-step sign-in removed' };
  });
  const { screen } = await openEdit({ has_second_factor: true });
  await screen.getByRole('button', { name: 'Remove...' }).click();
  await screen.getByRole('button', { name: 'Keep two-step sign-in' }).click();
  await screen.getByRole('button', { name: 'Remove...' }).click();
  await pressAndSee('Remove now', screen.getByText('Briefly unavailable.'));
  await pressAndSee('Remove now', screen.getByText('Two-step sign-in removed'));
  await expect.poll(() => removed).toEqual(['7', '7']);
});
