import type { usersEndpoints } from '@doorstep/contract/wire/endpoint-list/users';
import { ensureSetupCode } from '../../features/auth/accounts/setup-code.ts';
import { about, agent, next, nothing, type Sample, sending } from '../endpoint-sample.ts';
import { readRows } from '../rows.ts';
import { addUser, password } from '../test-app.ts';

const person = () => ({
  name: 'Sampled Person',
  email: `sample${next()}@example.test`,
  phone: String(8_000_000_000 + next()),
  password,
});

const reset = ({ phone_number }: { phone_number: string }) => ({
  payload: { phone_number, new_password: 'Quiet-lantern-31', confirm_password: 'Quiet-lantern-31' },
});

export const usersSamples: Record<keyof typeof usersEndpoints, Sample> = {
  register: {
    ...sending(person, { ...person(), phone: '12' }),
    ...{ audit: 'user.register', changes: 'users' },
  },
  passwordReset: {
    good: async ({ db }) => reset(await addUser(db, 'agent')),
    unknown: reset({ phone_number: '6000000000' }),
    foreign: async ({ db }) => ({ request: reset(await addUser(db, 'admin')), status: 403 }),
    bad: { payload: { phone_number: '1' } },
    ...{ audit: 'user.reset_password', changes: 'users' },
  },
  firstSuperAdmin: {
    good: async ({ db, config }) => {
      const held = await readRows(db, 'users', { is_superadmin: true }, ['id']);
      const ids = held.map(({ id }) => id);
      // The server creates a set-up code only if there is no super admin, so all super admins lose the role
      // until the code exists.
      const stand = (is_superadmin: boolean) =>
        db
          .updateTable('users')
          .set({ is_superadmin })
          .where('id', 'in', [0, ...ids])
          .execute();
      await stand(false);
      const command = await ensureSetupCode({ db, config });
      await stand(true);
      return { payload: { ...person(), code: /--code=(\S+)/.exec(command ?? '')?.[1] } };
    },
    bad: { payload: { ...person(), code: '' } },
    ...{ audit: 'user.register', changes: 'users' },
  },
  listUsers: {
    ...nothing,
    foreign: async () => ({ request: { query: { admins: 'true' } }, status: 403 }),
    bad: { query: { page: 'one' } },
  },
  getUser: {
    ...about(agent),
    foreign: async ({ db }) => ({
      request: { params: { id: (await addUser(db, 'admin')).id } },
      status: 403,
    }),
  },
  updateUser: {
    ...about(agent, { is_active: false }, { is_active: 'no' }),
    ...{ audit: 'user.deactivate', changes: 'users' },
  },
  deleteUser: { ...about(agent), audit: 'user.delete', changes: 'users' },
};
