import { firstSuperAdmin } from '../../auth/setup.ts';
import { passwordReset, register } from '../../auth.ts';
import { deleteUser, getUser, listUsers, updateUser } from '../../users.ts';
import { type EndpointRow, idempotencyKey } from '../endpoint-row.ts';

export const usersEndpoints = {
  register: {
    endpoint: register,
    noun: 'Users',
    title: 'Register an agent or an admin',
    optionalHeaders: idempotencyKey,
  },
  passwordReset: {
    endpoint: passwordReset,
    noun: 'Users',
    title: 'Set a user’s new password',
    note: 'Without a bearer token: it needs the session cookie of an administrator, and works only from pages of this server.',
  },
  firstSuperAdmin: {
    endpoint: firstSuperAdmin,
    noun: 'Users',
    title: 'Create the first super admin',
    note: 'Only while there is none, and only with the code that the server printed when it started.',
  },
  listUsers: {
    endpoint: listUsers,
    noun: 'Users',
    title: 'List agents or admins',
    note: 'With admins=true it lists admins, which only super admins may. Without page it lists all.',
  },
  getUser: { endpoint: getUser, noun: 'Users', title: 'Read an agent or an admin' },
  updateUser: { endpoint: updateUser, noun: 'Users', title: 'Change or deactivate a user' },
  deleteUser: { endpoint: deleteUser, noun: 'Users', title: 'Delete a user' },
} as const satisfies Record<string, EndpointRow>;
