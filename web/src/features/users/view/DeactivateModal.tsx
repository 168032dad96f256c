import { texts } from '@doorstep/contract/texts';
import { MoveTasks } from '../../../domain/agents/MoveTasks.tsx';
import { useMoveTasks, waysOfAbsent } from '../../../domain/agents/use-move-tasks.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { OpenTasksEffect } from '../open-tasks/OpenTasks.tsx';
import { useOpenTasks } from '../open-tasks/use-open-tasks.ts';
import { type LooseUser, nameOf } from '../read-user.ts';
import { useChangeActive } from './use-change-active.ts';

const effect = {
  one: 'The task stays with the agent. Reassign it, or no one will visit the applicant.',
  several: 'The tasks stay with the agent. Reassign them, or no one will visit the applicants.',
  unknown: 'Open tasks stay with the agent.',
};

export function DeactivateModal({ user, onClose }: { user: LooseUser; onClose: () => void }) {
  const id = String(user.id);
  const tasks = useOpenTasks(id);
  const change = useChangeActive(user);
  const move = useMoveTasks(id, tasks.count, `Not deactivated: ${nameOf(user)}.`);
  const isBusy = move.isPending || change.isPending;
  const deactivate = () =>
    move.before((expected) =>
      change.mutate(
        { is_active: false, ...expected },
        { onSuccess: onClose, onError: tasks.readFailure },
      ),
    );
  return (
    <FormModal
      role="alertdialog"
      size="sm"
      title="Deactivate agent"
      error={
        change.isError ? (
          <>
            <p>{texts.agents.status}</p>
            <p>{messageOf(change.error, '')}</p>
          </>
        ) : (
          move.error
        )
      }
      submit={{
        label: isBusy ? 'Deactivating...' : 'Deactivate',
        variant: 'danger',
        isBusy,
        isDisabled: tasks.count === undefined,
      }}
      isCancelFocused
      onSubmit={deactivate}
      onClose={onClose}
    >
      <p>
        Deactivate <strong className="wrap-anywhere">{nameOf(user)}</strong>?
      </p>
      <p className="text-muted">
        The agent is signed out, cannot sign in and cannot get new tasks. You can activate the agent
        again.
      </p>
      <OpenTasksEffect agentId={id} count={tasks.count} effect={effect} />
      <MoveTasks
        agentId={id}
        name={nameOf(user)}
        count={tasks.count}
        move={move}
        ways={waysOfAbsent}
      />
    </FormModal>
  );
}
