import { removeSecondFactor } from '@doorstep/contract/auth/second-factor';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { getUser, listAdmins, type UserDetail } from '@doorstep/contract/users';
import { expect, test } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';

const colleague: UserDetail = {
  id: 7,
  name: 'Faisal Merchant',
  email: 'faisal@doorstep.test',
  phone_number: '9820033333',
  is_active: true,
  is_admin: true,
  is_superadmin: false,
  created_at: '2026-03-05T05:00:00.000Z',
  updated_at: '2026-03-05T05:00:00.000Z',
  profile_image_url: null,
  pan_card_image_url: null,
  aadhar_card_images: [],
};

async function openEdit(more: Partial<UserDetail>) {
  const user = { ...colleague, ...more };
  answer(listAdmins, { success: true, users: [user], total_count: 1 });
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
  await screen.getByRole('button', { name: 'Remove now' }).click();
  await expect.element(screen.getByText('Briefly unavailable.')).toBeVisible();
  await screen.getByRole('button', { name: 'Remove now' }).click();
  await expect.element(screen.getByText('Two-step sign-in removed')).toBeVisible();
  await expect.poll(() => removed).toEqual(['7', '7']);
});
