import { limits } from '@doorstep/contract/limits';
import { formField } from '../../../ui/form/form-field.ts';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import type { PasswordReset } from './use-password-reset.ts';

export function NewPasswordFields({
  form,
  isFocused,
}: Pick<PasswordReset, 'form'> & { isFocused?: boolean }) {
  return (
    <>
      <PasswordField
        label="New Password"
        autoFocus={isFocused}
        hint={`At least ${limits.passwordMinLength} characters`}
        {...formField(form, 'new_password', { deps: 'confirm_password' })}
      />
      <PasswordField label="Confirm Password" {...formField(form, 'confirm_password')} />
    </>
  );
}
