import { updateUser } from '@doorstep/contract/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { refetchChanged } from '../../../lib/live/refetch-changed.ts';
import { type LooseUser, nameOf } from '../read-user.ts';
import { accept, userKeys } from '../user-queries.ts';

export function useChangeActive(user: LooseUser) {
  const id = String(user.id);
  const client = useQueryClient();
  return useMutation({
    meta: { notDone: `Not changed: access of ${nameOf(user)}.` },
    mutationFn: async (body: { is_active: boolean; expected_open_tasks?: number }) =>
      accept(await call(updateUser, { params: { id }, body })),
    onSuccess: (_, { is_active }) => {
      const change = (one: LooseUser) => (String(one.id) === id ? { ...one, is_active } : one);
      client.setQueryData<LooseUser[]>(userKeys.list('agent'), (all) => all?.map(change));
      client.setQueryData<LooseUser>(userKeys.detail(id), (one) => one && change(one));
      void refetchChanged(client, 'user', id);
    },
  });
}
