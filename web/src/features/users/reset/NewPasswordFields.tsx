import { limits } from '@doorstep/contract/limits';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import type { PasswordReset } from './use-password-reset.ts';

/** A new password and its confirmation. */
export function NewPasswordFields({
  form,
  isFocused,
}: Pick<PasswordReset, 'form'> & { isFocused?: boolean }) {
  const { errors } = form.formState;
  return (
    <>
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
