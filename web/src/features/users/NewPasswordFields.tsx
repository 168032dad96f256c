import { limits } from '@doorstep/contract/limits';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import type { PasswordReset } from './use-password-reset.ts';

/** A new password and its confirmation, and what the server had against them. */
export function NewPasswordFields({
  form,
  failure,
  isFocused,
}: Pick<PasswordReset, 'form' | 'failure'> & { isFocused?: boolean }) {
  const { errors } = form.formState;
  return (
    <>
      {failure && <Notice tone="negative">{failure}</Notice>}
      <PasswordField
        label="New Password"
        autoFocus={isFocused}
        hint={`At least ${limits.passwordMinLength} characters`}
        error={errors.new_password?.message}
        {...form.register('new_password', { deps: 'confirm_password' })}
      />
      <PasswordField
        label="Confirm Password"
        error={errors.confirm_password?.message}
        {...form.register('confirm_password')}
      />
    </>
  );
}
