import { texts } from '@doorstep/contract/texts';
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

/** Asks before an agent is deactivated, and says how much work that leaves undone. */
export function DeactivateModal({ user, onClose }: { user: LooseUser; onClose: () => void }) {
  const id = String(user.id);
  const tasks = useOpenTasks(id);
  const change = useChangeActive(id);
  const deactivate = () =>
    change.mutate(
      { is_active: false, ...tasks.expected },
      { onSuccess: onClose, onError: tasks.readFailure },
    );
  return (
    <FormModal
      role="alertdialog"
      size="sm"
      title="Deactivate agent"
      error={
        change.isError && (
          <>
            <p>{texts.agents.status}</p>
            <p>{messageOf(change.error, '')}</p>
          </>
        )
      }
      submit={{
        label: change.isPending ? 'Deactivating...' : 'Deactivate',
        variant: 'danger',
        isBusy: change.isPending,
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
        They are signed out, cannot sign in and cannot be assigned. You can activate them again.
      </p>
      <OpenTasksEffect agentId={id} count={tasks.count} effect={effect} />
    </FormModal>
  );
}
