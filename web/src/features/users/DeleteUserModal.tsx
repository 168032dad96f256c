import { delays } from '@doorstep/contract/limits';
import { texts } from '@doorstep/contract/texts';
import { deleteUser } from '@doorstep/contract/users';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { MoveTasks } from '../../domain/agents/MoveTasks.tsx';
import { useMoveTasks, waysToMove } from '../../domain/agents/use-move-tasks.ts';
import { call } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { refetchChanged } from '../../lib/live/refetch-changed.ts';
import { useIsShown } from '../../lib/use-is-shown.ts';
import { ConfirmDelete } from '../../ui/dialog/ConfirmDelete.tsx';
import { OpenTasksEffect } from './open-tasks/OpenTasks.tsx';
import { useOpenTasks } from './open-tasks/use-open-tasks.ts';
import { nameOf, phoneOf, type UserKind } from './read-user.ts';
import { accept, userListQuery } from './user-queries.ts';

const kinds = {
  agent: {
    title: 'Delete agent',
    said: texts.agents,
  },
  admin: {
    title: 'Delete admin',
    said: texts.admins,
  },
};

const effectOnTasks = {
  one: 'The task becomes unassigned.',
  several: 'The tasks become unassigned.',
  unknown: 'Open tasks become unassigned.',
};

const ways = [{ go: 'as-said' as const, label: 'Leave the tasks unassigned' }, ...waysToMove];

interface DeleteUserModalProps {
  kind: UserKind;
  id: string;
  onClose: () => void;
}

export default function DeleteUserModal({ kind, id, onClose }: DeleteUserModalProps) {
  const { title, said } = kinds[kind];
  const client = useQueryClient();
  const { data: users } = useQuery(userListQuery(kind));
  const tasks = useOpenTasks(id, kind === 'agent');
  const user = users?.find((one) => String(one.id) === id);
  const isUnknown = users !== undefined && user === undefined;
  const notDone = `Not deleted: ${user ? nameOf(user) : `${kind} ${id}`}.`;
  const move = useMoveTasks(id, kind === 'agent' ? tasks.count : null, notDone);
  const isShown = useIsShown();
  const remove = useMutation({
    meta: { notDone },
    mutationFn: (expected: { expected_open_tasks?: number }) => removeUser(id, expected, said),
    onSettled: () => {
      if (!isShown.current) refetch();
    },
  });

  const refetch = () => {
    void refetchChanged(client, 'user', id);
    // Reloads applicants too, because the open tasks of a deleted agent become unassigned.
    if (kind === 'agent') void refetchChanged(client, 'applicant');
  };
  const refetchAtClose = useEffectEvent(refetch);
  // Reloads when the dialog closes, also after an error, because the server may have deleted the user.
  useEffect(() => {
    if (!remove.isIdle) return () => refetchAtClose();
  }, [remove.isIdle]);

  return (
    <ConfirmDelete
      title={title}
      name={<bdi>{user ? nameOf(user) : `${kind} ${id}`}</bdi>}
      effect={
        <>
          {user && phoneOf(user) && `Phone ${phoneOf(user)}. `}
          The {kind} is signed out and can no longer sign in. Past work keeps the {kind}’s name.
        </>
      }
      isDisabled={kind === 'agent' && tasks.count === undefined}
      isBusy={remove.isPending || move.isPending}
      error={isUnknown ? said.invalidDelete : (remove.error?.message ?? move.error ?? undefined)}
      success={remove.isSuccess ? said.deleted : undefined}
      closeAfter={delays.deleteSuccess}
      onConfirm={() => {
        if (isUnknown || remove.isPending) return;
        move.before((expected) =>
          remove.mutate(expected, { onError: ({ cause }) => tasks.readFailure(cause) }),
        );
      }}
      onClose={onClose}
    >
      {kind === 'agent' && (
        <>
          <OpenTasksEffect agentId={id} count={tasks.count} effect={effectOnTasks} />
          <MoveTasks
            agentId={id}
            name={user ? nameOf(user) : `Agent ${id}`}
            count={tasks.count}
            move={move}
            ways={ways}
          />
        </>
      )}
    </ConfirmDelete>
  );
}

/** Deletes a user. Throws an Error whose message is the text to show. */
async function removeUser(
  id: string,
  query: { expected_open_tasks?: number },
  said: (typeof kinds)[UserKind]['said'],
): Promise<void> {
  try {
    accept(await call(deleteUser, { params: { id }, query }));
  } catch (error) {
    const isAnswered = error instanceof ApiError && error.kind === 'http';
    const text = isAnswered ? (error.detail ?? said.delete) : said.deleteError;
    throw new Error(text, { cause: error });
  }
}
