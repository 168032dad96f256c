import { texts } from '@doorstep/contract/texts';
import { expect } from '@playwright/test';
import { makeAdmins, makeAgents } from './foreign-records.ts';
import { password, type Walk } from './foreign-walk.ts';

const agentId = (index: number) => `${makeAgents()[index]?.id}`;
const adminId = (index: number) => `${makeAdmins()[index]?.id}`;

export async function visitAgents(walk: Walk) {
  const { dialog, row, field, press, goTo, closeDialog, confirmDelete, expectCall, expectPicture } =
    walk;
  await goTo('Agent');
  await expect(row('Agent A')).toContainText('Active');
  await expect(row('Agent B')).toContainText('Inactive');
  await expectCall('GET /api/v1/users');

  await press('View Agent B', row('Agent B'));
  await expectCall('GET /api/v1/users/{id}', { id: agentId(1) });
  await expectPicture(dialog().getByRole('img', { name: /^Profile image/ }));
  await expect(dialog().getByRole('img', { name: /PAN card.*not available/ })).toBeVisible();
  await expect(dialog().getByText('No Aadhaar card images available')).toBeVisible();
  await expect(field('Active')).not.toBeChecked();
  await field('Active').check();
  await expectCall('PATCH /api/v1/users/{id}', { id: agentId(1), body: { is_active: true } });
  await closeDialog();
  await expect(row('Agent B')).not.toContainText('Inactive');

  await press(/^Edit Agent C/, row('Agent C'));
  await field('New Password').fill(password);
  await field('Confirm Password').fill(password);
  await press('Reset Password', dialog());
  await expect(dialog().getByText('Password changed')).toBeVisible();
  await expectCall('POST /api/v1/password-reset/', {
    body: { phone_number: '9833000003', new_password: password, confirm_password: password },
  });
  await closeDialog();

  await register(walk, 'Agent', 'nilesh@sahyadri.test');

  await confirmDelete('Agent D', texts.agents.deleted);
  await expectCall('DELETE /api/v1/users/{id}/', { id: agentId(3) });
  await expect(dialog()).toBeHidden();
  await expect(row('Agent D')).toHaveCount(0);
}

export async function visitAdmins(walk: Walk) {
  const { dialog, row, field, press, goTo, confirmDelete, expectCall } = walk;
  await goTo('Admin');
  await expect(row('Rohit Kale')).toContainText('9822000002');
  await expectCall('GET /api/v1/users/', { query: { admins: 'true' } });

  await register(walk, 'Admin', 'tara@sahyadri.test');

  await press('Edit Rohit Kale', row('Rohit Kale'));
  await field('Active').uncheck();
  await press('Save Changes', dialog());
  await expectCall('GET /api/v1/users/{id}', { id: adminId(1) });
  await expectCall('PATCH /api/v1/users/{id}', { id: adminId(1), body: { is_active: false } });
  await expect(row('Rohit Kale')).toContainText('Inactive');

  await confirmDelete('Usha Menon', texts.admins.deleted);
  await expectCall('DELETE /api/v1/users/{id}/', { id: adminId(2) });
  await expect(dialog()).toBeHidden();
  await expect(row('Usha Menon')).toHaveCount(0);
}

async function register(walk: Walk, kind: 'Agent' | 'Admin', email: string) {
  const { dialog, field, press, closeDialog, expectCall } = walk;
  const name = `New ${kind}`;
  await press(`Register ${kind}`);
  const filled = { Name: name, Email: email, Phone: '9833000099', Password: password };
  for (const [label, text] of Object.entries(filled)) await field(label).fill(text);
  await field('Confirm Password').fill(password);
  if (kind === 'Admin') await field('Super Admin').check();
  await press(`Register ${kind}`, dialog());
  await expect(dialog().getByText('Account created')).toBeVisible();
  await expect(dialog()).toContainText(email);
  await closeDialog();
  const roles = kind === 'Admin' ? { is_admin: true, is_superadmin: true } : {};
  await expectCall('POST /api/v1/auth/register/', {
    body: { name, email, phone: '9833000099', password, ...roles },
  });
}
