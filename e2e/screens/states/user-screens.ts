import { dialogBy, type Screen } from '../screen.ts';

export const userScreens: Screen[] = [
  { name: 'agents', path: '/agent' },
  { name: 'agents-no-match', path: '/agent?search=no%20such%20name' },
  { name: 'agent', path: '/agent?search=agent%40doorstep.test', open: dialogBy(/^View/) },
  {
    name: 'agent-deactivate',
    path: '/agent?search=agent%40doorstep.test',
    open: async (page) => {
      await dialogBy(/^View/)(page);
      await page.getByRole('switch', { name: 'Active' }).click();
      await page.getByRole('link', { name: /^Show th/ }).waitFor();
    },
  },
  {
    name: 'agent-availability',
    path: '/agent?search=agent%40doorstep.test',
    open: async (page) => {
      await dialogBy(/^View/)(page);
      await page.getByRole('button', { name: 'Change', exact: true }).click();
      await page.getByRole('button', { name: 'Add leave' }).click();
    },
  },
  { name: 'agent-register', path: '/agent', open: dialogBy('Register Agent') },
  { name: 'agent-reset', path: '/agent', open: dialogBy(/reset password$/) },
  { name: 'agent-delete', path: '/agent', open: dialogBy(/^Delete/) },
  { name: 'admins', path: '/admin' },
  { name: 'admin-register', path: '/admin', open: dialogBy('Register Admin') },
  { name: 'admin-edit', path: '/admin', open: dialogBy(/^Edit/) },
  {
    name: 'admin-edit-second-factor',
    path: '/admin',
    open: async (page) => {
      await page.route(/\/api\/v1\/users\/\d+$/, async (route) => {
        const answer = await route.fetch();
        const { user } = await answer.json();
        await route.fulfill({
          json: { success: true, user: { ...user, has_second_factor: true } },
        });
      });
      await page
        .getByRole('row')
        .filter({ hasNotText: 'superadmin@doorstep.test' })
        .getByRole('button', { name: /^Edit/ })
        .first()
        .click();
      await page.getByRole('heading', { name: 'Two-step sign-in' }).waitFor();
    },
  },
];
