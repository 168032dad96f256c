import { texts } from '@doorstep/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { messageOf, requestIdOf } from '../../../lib/api/api-error.ts';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { nameOf, phoneOf } from '../read-user.ts';
import { userListQuery } from '../user-queries.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { usePasswordReset } from './use-password-reset.ts';

export default function PasswordResetModal({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(userListQuery('agent'));
  const user = data?.find((one) => String(one.id) === id);
  const { form, reset, failure, submit, isDirty } = usePasswordReset(user ? phoneOf(user) : '');
  return (
    <FormModal
      title="Reset Password"
      subtitle={user && [nameOf(user), phoneOf(user)].filter(Boolean).join(' · ')}
      size="sm"
      isDirty={isDirty}
      isLoading={!user}
      failed={
        (data || error) && !user
          ? {
              title: texts.agents.detail,
              message: data ? `There is no agent ${id}.` : messageOf(error, ''),
              requestId: requestIdOf(error),
              onRetry: () => refetch(),
              isRetrying: isFetching,
            }
          : undefined
      }
      error={failure}
      submit={{
        label: reset.isPending ? 'Resetting...' : 'Reset Password',
        isBusy: reset.isPending,
      }}
      success={
        reset.isSuccess && user
          ? {
              text: reset.data,
              details: (
                <p className="text-muted">
                  <bdi className="font-semibold text-ink">{nameOf(user)}</bdi> has been signed out
                  everywhere. Tell the agent the new password in person.
                </p>
              ),
            }
          : undefined
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <NewPasswordFields isFocused form={form} />
      <p className="text-sm text-muted">Resetting the password signs the agent out everywhere.</p>
    </FormModal>
  );
}
