import { listAdmins, listUsers } from '@doorstep/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

const byName = new Intl.Collator('en', { sensitivity: 'base' });

export const peopleQuery = queryOptions({
  queryKey: ['users', 'people'],
  meta: { kinds: ['user'] },
  queryFn: async ({ signal }) => {
    const [agents, admins] = await Promise.all([
      call(listUsers, { signal }),
      call(listAdmins, { query: { admins: 'true' }, signal }),
    ]);
    const all = new Map([...agents.users, ...admins.users].map((user) => [user.id, user]));
    return [...all.values()].toSorted((a, b) => byName.compare(a.name, b.name) || a.id - b.id);
  },
  staleTime: 5 * 60_000,
});
