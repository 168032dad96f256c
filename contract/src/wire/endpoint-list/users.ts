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
    note: 'Needs the session cookie of an admin instead of a bearer token. Requests from pages of other sites are rejected, unless ALLOWED_ORIGINS names the site.',
  },
  firstSuperAdmin: {
    endpoint: firstSuperAdmin,
    noun: 'Users',
    title: 'Create the first super admin',
    note: 'Works only while there is no super admin, and only with the code that the server printed when it started.',
  },
  listUsers: {
    endpoint: listUsers,
    noun: 'Users',
    title: 'List agents or admins',
    note: 'With admins=true, the answer lists admins. Only super admins may request this. Without page, the answer is not paged and lists all of them.',
  },
  getUser: { endpoint: getUser, noun: 'Users', title: 'Read an agent or an admin' },
  updateUser: { endpoint: updateUser, noun: 'Users', title: 'Change or deactivate a user' },
  deleteUser: { endpoint: deleteUser, noun: 'Users', title: 'Delete a user' },
} as const satisfies Record<string, EndpointRow>;
