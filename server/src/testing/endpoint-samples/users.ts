import type { usersEndpoints } from '@doorstep/contract/wire/endpoint-list/users';
import { ensureSetupCode } from '../../features/auth/accounts/setup-code.ts';
import { next, none, nothing, type Sample } from '../endpoint-sample.ts';
import { readRows } from '../rows.ts';
import { addUser, password, type TestApp } from '../test-app.ts';

const person = () => ({
  name: 'Sampled Person',
  email: `sample${next()}@example.test`,
  phone: String(8_000_000_000 + next()),
  password,
});

const agent = async ({ db }: TestApp) => ({ params: { id: (await addUser(db, 'agent')).id } });

export const usersSamples: Record<keyof typeof usersEndpoints, Sample> = {
  register: {
    good: async () => ({ payload: person() }),
    bad: { payload: { ...person(), phone: '12' } },
    audit: 'user.register',
    changes: 'users',
  },
  passwordReset: {
    good: async ({ db }) => ({ payload: reset((await addUser(db, 'agent')).phone_number) }),
    unknown: { payload: reset('6000000000') },
    foreign: async ({ db }) => ({
      request: { payload: reset((await addUser(db, 'admin')).phone_number) },
      status: 403,
    }),
    bad: { payload: { phone_number: '1' } },
    audit: 'user.reset_password',
    changes: 'users',
  },
  firstSuperAdmin: {
    good: async ({ db, config }) => {
      const held = await readRows(db, 'users', { is_superadmin: true }, ['id']);
      const ids = held.map(({ id }) => id);
      // Takes the right from all super admins, because the code is created only while no super admin
      // exists.
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
    audit: 'user.register',
    changes: 'users',
  },
  listUsers: {
    good: nothing,
    foreign: async () => ({ request: { query: { admins: 'true' } }, status: 403 }),
    bad: { query: { page: 'one' } },
  },
  getUser: {
    good: agent,
    unknown: none,
    foreign: async ({ db }) => ({
      request: { params: { id: (await addUser(db, 'admin')).id } },
      status: 403,
    }),
  },
  updateUser: {
    good: async (server) => ({ ...(await agent(server)), payload: { is_active: false } }),
    unknown: { ...none, payload: { is_active: false } },
    bad: { params: { id: 1 }, payload: { is_active: 'no' } },
    audit: 'user.deactivate',
    changes: 'users',
  },
  deleteUser: { good: agent, unknown: none, audit: 'user.delete', changes: 'users' },
};

function reset(phone_number: string) {
  return { phone_number, new_password: 'Quiet-lantern-31', confirm_password: 'Quiet-lantern-31' };
}
