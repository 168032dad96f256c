import { getUser, listAdmins, listUsers } from '@doorstep/contract/users';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { LooseUser, UserKind } from './read-user.ts';

export const userKeys = {
  all: ['users'] as const,
  list: (kind: UserKind) => ['users', 'list', kind] as const,
  detail: (id: string) => ['users', 'detail', id] as const,
};

/** Returns the answer. Throws an ApiError if the body reports a failure. */
export function accept<Answer extends object>(answer: Answer): Answer {
  if ('success' in answer && answer.success === false) {
    throw new ApiError('http', { status: 200, body: answer });
  }
  return answer;
}

/** Loads all agents or all admins, because search and pagination run in the browser. */
export const userListQuery = (kind: UserKind) =>
  queryOptions({
    queryKey: userKeys.list(kind),
    meta: { kinds: ['user'] },
    queryFn: async ({ signal }): Promise<LooseUser[]> => {
      const users = await fetchAll(kind, signal);
      return kind === 'agent' ? users.filter(({ is_admin }) => is_admin !== true) : users;
    },
  });

const userQuery = (id: string) =>
  queryOptions({
    queryKey: userKeys.detail(id),
    meta: { record: { kind: 'user', id } },
    queryFn: async ({ signal }): Promise<LooseUser> => {
      const answer = accept(await call(getUser, { params: { id }, signal }));
      if (!answer.user) throw new ApiError('http', { status: 200, body: answer });
      return answer.user;
    },
  });

type Freshness = Pick<
  ReturnType<typeof userQuery>,
  'staleTime' | 'refetchOnWindowFocus' | 'refetchOnReconnect'
>;

/**
 * Until the record arrives, returns the user from the loaded list. Fields that the record lacks, such as
 * `is_active`, come from the list.
 */
export function useUser(kind: UserKind, id: string, options?: Freshness) {
  const client = useQueryClient();
  const listed = () =>
    client.getQueryData<LooseUser[]>(userKeys.list(kind))?.find((user) => String(user.id) === id);
  return useQuery({
    ...userQuery(id),
    ...options,
    placeholderData: listed,
    select: (user): LooseUser => ({ ...listed(), ...user }),
  });
}

/** Fetches the whole list, even from a backend that always splits the list into pages. */
async function fetchAll(kind: UserKind, signal: AbortSignal): Promise<LooseUser[]> {
  const { users, total } = await fetchUsers(kind, undefined, signal);
  for (let page = 2; users.length < total; page += 1) {
    const next = await fetchUsers(kind, page, signal).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return { users: [] };
      throw error;
    });
    const known = new Set(users.map(({ id }) => id));
    const fresh = next.users.filter(({ id }) => !known.has(id));
    if (fresh.length === 0) break;
    users.push(...fresh);
  }
  return users;
}

async function fetchUsers(kind: UserKind, page: number | undefined, signal: AbortSignal) {
  const answer = accept(
    kind === 'admin'
      ? await call(listAdmins, { query: { admins: 'true', page }, signal })
      : await call(listUsers, { query: { page }, signal }),
  );
  const users: LooseUser[] = answer.users ?? [];
  return { users, total: answer.total_count ?? users.length };
}
