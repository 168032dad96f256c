import { listUsers } from '@doorstep/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api/api-client.ts';

const byName = new Intl.Collator('en', { sensitivity: 'base' });

/**
 * Loads the active agents, sorted by name. If they can't be loaded, the screens still open, but offer no
 * agents to choose.
 */
export const activeAgentsQuery = queryOptions({
  queryKey: ['active-agents'],
  meta: { kinds: ['user'] },
  queryFn: async ({ signal }) => {
    const { users } = await call(listUsers, { signal });
    return users
      .filter((user) => user.is_active !== false && !user.is_admin)
      .toSorted((a, b) => byName.compare(a.name, b.name) || a.id - b.id);
  },
  staleTime: 5 * 60_000,
});
