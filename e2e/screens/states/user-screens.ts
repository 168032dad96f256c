import { change, click, dialogBy, type Screen, seeRole } from '../screen.ts';

const demoAgent = '/agent?search=agent%40doorstep.test';

export const userScreens: Screen[] = [
  { name: 'agents', path: '/agent' },
  { name: 'agents-no-match', path: '/agent?search=no%20such%20name' },
  { name: 'agent', path: demoAgent, open: [dialogBy(/^View/)] },
  {
    name: 'agent-deactivate',
    path: demoAgent,
    open: [
      dialogBy(/^View/),
      (page) => page.getByRole('switch', { name: 'Active' }).click(),
      seeRole('link', { name: /^Show th/ }),
    ],
  },
  {
    name: 'agent-availability',
    path: demoAgent,
    open: [dialogBy(/^View/), click('Change'), click('Add leave')],
  },
  { name: 'agent-register', path: '/agent', open: [dialogBy('Register Agent')] },
  { name: 'agent-reset', path: '/agent', open: [dialogBy(/reset password$/)] },
  { name: 'agent-delete', path: '/agent', open: [dialogBy(/^Delete/)] },
  { name: 'admins', path: '/admin' },
  { name: 'admin-register', path: '/admin', open: [dialogBy('Register Admin')] },
  { name: 'admin-edit', path: '/admin', open: [dialogBy(/^Edit/)] },
  {
    name: 'admin-edit-second-factor',
    path: '/admin',
    before: [
      change<{ user: object }>(/\/api\/v1\/users\/\d+$/, ({ user }) => ({
        success: true,
        user: { ...user, has_second_factor: true },
      })),
    ],
    open: [
      (page) =>
        page
          .getByRole('row')
          .filter({ hasNotText: 'superadmin@doorstep.test' })
          .getByRole('button', { name: /^Edit/ })
          .first()
          .click(),
      seeRole('heading', { name: 'Two-step sign-in' }),
    ],
  },
];
