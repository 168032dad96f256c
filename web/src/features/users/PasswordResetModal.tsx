import { texts } from '@doorstep/contract/errors';
import { useQuery } from '@tanstack/react-query';
import { messageOf, requestIdOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/EmptyState.tsx';
import { CancelButton, Modal, ModalBody, ModalFooter } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { type LooseUser, nameOf, phoneOf } from './read-user.ts';
import { usePasswordReset } from './use-password-reset.ts';
import { userListQuery } from './user-queries.ts';

/** Gives an agent a new password. */
export default function PasswordResetModal({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(userListQuery('agent'));
  const user = data?.find((one) => String(one.id) === id);
  if (user) return <ResetForm user={user} onClose={onClose} />;
  return (
    <Modal title="Reset Password" size="sm" onClose={onClose}>
      <ModalBody>
        {(data || error) && (
          <ErrorState
            title={texts.agents.detail}
            message={data ? `There is no agent ${id}.` : messageOf(error, '')}
            requestId={requestIdOf(error)}
            onRetry={() => refetch()}
            isRetrying={isFetching}
          />
        )}
      </ModalBody>
    </Modal>
  );
}

function ResetForm({ user, onClose }: { user: LooseUser; onClose: () => void }) {
  const { form, reset, failure, submit, isDirty } = usePasswordReset(phoneOf(user));
  return (
    <Modal
      title="Reset Password"
      subtitle={[nameOf(user), phoneOf(user)].filter(Boolean).join(' · ')}
      size="sm"
      isBusy={reset.isPending}
      isDirty={isDirty}
      onClose={onClose}
    >
      {reset.isSuccess ? (
        <>
          <ModalBody className="space-y-3">
            <Notice tone="positive">{reset.data}</Notice>
            <p className="text-muted">
              <bdi className="font-semibold text-ink">{nameOf(user)}</bdi> has been signed out
              everywhere. Pass the new password on in person.
            </p>
          </ModalBody>
          <ModalFooter>
            <Button variant="primary" autoFocus onClick={onClose}>
              Close
            </Button>
          </ModalFooter>
        </>
      ) : (
        <form className="contents" noValidate onSubmit={submit}>
          <ModalBody className="space-y-4">
            <NewPasswordFields isFocused form={form} failure={failure} />
            <p className="text-sm text-muted">Resetting signs the agent out everywhere.</p>
          </ModalBody>
          <ModalFooter>
            <CancelButton disabled={reset.isPending} />
            <Button type="submit" variant="primary" isBusy={reset.isPending}>
              {reset.isPending ? 'Resetting...' : 'Reset Password'}
            </Button>
          </ModalFooter>
        </form>
      )}
    </Modal>
  );
}
