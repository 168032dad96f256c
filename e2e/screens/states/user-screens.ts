import { change, click, dialogBy, type Screen, screen, seeRole } from '../screen.ts';

const demoAgent = '/agent?search=agent%40doorstep.test';

export const userScreens: Screen[] = [
  screen('agents', '/agent'),
  screen('agents-no-match', '/agent?search=no%20such%20name'),
  screen('agent', demoAgent, [dialogBy(/^View/)]),
  screen('agent-deactivate', demoAgent, [
    dialogBy(/^View/),
    (page) => page.getByRole('switch', { name: 'Active' }).click(),
    seeRole('link', { name: /^Show th/ }),
  ]),
  screen('agent-availability', demoAgent, [dialogBy(/^View/), click('Change'), click('Add leave')]),
  screen('agent-register', '/agent', [dialogBy('Register Agent')]),
  screen('agent-reset', '/agent', [dialogBy(/reset password$/)]),
  screen('agent-delete', '/agent', [dialogBy(/^Delete/)]),
  screen('admins', '/admin'),
  screen('admin-register', '/admin', [dialogBy('Register Admin')]),
  screen('admin-edit', '/admin', [dialogBy(/^Edit/)]),
  screen('admin-edit-second-factor', '/admin', [
    change(/\/api\/v1\/users\/\d+$/, ({ user }: { user: object }) => ({
      success: true,
      user: { ...user, has_second_factor: true },
    })),
    (page) =>
      page
        .getByRole('row')
        .filter({ hasNotText: 'superadmin@doorstep.test' })
        .getByRole('button', { name: /^Edit/ })
        .first()
        .click(),
    seeRole('heading', { name: 'Two-step sign-in' }),
  ]),
];
