import { turnOffSecondFactor } from '@doorstep/contract/auth/second-factor';
import { call } from '../../lib/api/api-client.ts';
import { FormModal } from '../../ui/dialog/FormModal.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { CodeField } from './CodeField.tsx';
import { useSmallForm } from './use-small-form.ts';

export function TurnOffModal({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { wiring, errors, failure, isPending } = useSmallForm(
    ({ password = '', code = '' }) => call(turnOffSecondFactor, { body: { password, code } }),
    onDone,
    onClose,
  );
  return (
    <FormModal
      size="sm"
      title="Turn off two-step sign-in"
      error={failure}
      submit={{
        label: isPending ? 'Turning off...' : 'Turn off',
        variant: 'danger',
        isBusy: isPending,
      }}
      formRef={wiring.ref}
      onSubmit={wiring.onSubmit}
      onClose={onClose}
    >
      <p className="text-muted">
        You then sign in with your password only. Your recovery codes stop working.
      </p>
      <PasswordField
        label="Your password"
        name="password"
        required
        autoFocus
        autoComplete="current-password"
        error={errors.password}
      />
      <CodeField
        label="Code"
        hint="The six digits in your app, or a recovery code."
        error={errors.code}
      />
    </FormModal>
  );
}
