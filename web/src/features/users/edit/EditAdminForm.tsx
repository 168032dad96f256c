import { texts } from '@doorstep/contract/texts';
import { updateUser } from '@doorstep/contract/users';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../lib/api/api-error.ts';
import { conflictOf } from '../../../lib/api/conflicts.ts';
import { refetchChanged } from '../../../lib/live/refetch-changed.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { formField } from '../../../ui/form/form-field.ts';
import { SwitchField } from '../../../ui/form/SwitchField.tsx';
import { Section } from '../../../ui/page/DescriptionList.tsx';
import { PersonFields } from '../PersonFields.tsx';
import { type LooseUser, nameOf, phoneOf } from '../read-user.ts';
import { NewPasswordFields } from '../reset/NewPasswordFields.tsx';
import { type PasswordReset, usePasswordReset } from '../reset/use-password-reset.ts';
import { showFailure } from '../show-failure.ts';
import { type AdminFields, changeAdmin, fieldsOf } from './edit-admin.ts';
import { SecondFactorSection } from './SecondFactorSection.tsx';

/** Maps the field names in a backend's errors to the inputs of the form. */
const inputs = {
  name: 'name',
  email: 'email',
  phone_number: 'phone_number',
  phone: 'phone_number',
  is_active: 'is_active',
  is_superadmin: 'is_superadmin',
} as const;

interface EditAdminFormProps {
  record: LooseUser;
  reload: () => Promise<LooseUser | undefined>;
  isReloading: boolean;
  onClose: () => void;
}

export function EditAdminForm({ record: first, reload, isReloading, onClose }: EditAdminFormProps) {
  // Stores the record that the form opened with, because a refetch must not change a form in use.
  const [record, setRecord] = useState(first);
  const [failure, setFailure] = useState<string>();
  const [conflict, setConflict] = useState<string>();
  const client = useQueryClient();
  const form = useForm<AdminFields, unknown, Partial<AdminFields>>({
    resolver: standardSchemaResolver(updateUser.body),
    defaultValues: fieldsOf(first),
  });
  const password = usePasswordReset(phoneOf(record), takeReset);
  const save = useMutation({
    mutationFn: (wanted: Partial<AdminFields>) => changeAdmin(record, wanted),
    onSuccess: (message) => {
      void refetchChanged(client, 'user', record.id);
      toast.success(message);
    },
    onError: (error) => {
      setConflict(conflictOf(error));
      if (!conflictOf(error)) {
        setFailure(
          showFailure(error, inputs, form.setError, 'Couldn’t save the admin. Try again.'),
        );
      }
    },
  });

  const { isDirty } = form.formState;
  const submit = form.handleSubmit((wanted) => {
    setFailure(undefined);
    setConflict(undefined);
    if (password.isDirty) {
      setFailure('The new password is not saved yet. Press Reset Password, or clear the field.');
      password.form.setFocus('new_password');
    } else if (isDirty) {
      // Not called if the user has already left with Back, so that it doesn't close another dialog.
      save.mutate(wanted, { onSuccess: onClose });
    } else onClose();
  });

  /**
   * Loads the record after a password reset, which changes `updated_at`. With the old value, the next save
   * would be rejected as a conflict.
   */
  async function takeReset() {
    setFailure(undefined);
    const newer = await reload().catch(() => undefined);
    if (newer && isSame(fieldsOf(newer), fieldsOf(record))) setRecord(newer);
  }

  async function loadNewer() {
    try {
      const newer = await reload();
      if (newer) {
        const [before, now, typed] = [fieldsOf(record), fieldsOf(newer), form.getValues()];
        setRecord(newer);
        form.reset(now);
        // Shows the newer value of a field that another user changed, and keeps the input of other fields.
        for (const name of Object.keys(now) as (keyof AdminFields)[]) {
          if (now[name] === before[name]) form.setValue(name, typed[name], { shouldDirty: true });
        }
      }
      setConflict(undefined);
    } catch (error) {
      setConflict(messageOf(error, texts.admins.detail));
    }
  }

  const isOwn = useSession()?.id === record.id;
  return (
    <FormModal
      title="Edit Admin"
      subtitle={nameOf(record)}
      size="lg"
      isBusy={save.isPending || password.reset.isPending}
      isDirty={isDirty || password.isDirty}
      conflict={
        conflict ? { text: conflict, onLoad: loadNewer, isLoading: isReloading } : undefined
      }
      error={failure}
      submit={{ label: save.isPending ? 'Saving...' : 'Save Changes', isBusy: save.isPending }}
      extra={
        <div className="min-w-0 space-y-6">
          <PasswordSection password={password} isOwn={isOwn} />
          {first.has_second_factor && !isOwn && <SecondFactorSection id={record.id} />}
        </div>
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <Section title="Account">
        <div className="space-y-4">
          <PersonFields
            name={formField(form, 'name')}
            email={formField(form, 'email')}
            phone={formField(form, 'phone_number')}
          />
          <SwitchField
            label="Active"
            hint={
              isOwn
                ? 'You cannot deactivate your own account.'
                : 'An inactive admin is signed out and cannot sign in.'
            }
            className="border-t border-rule pt-3"
            {...formField(form, 'is_active')}
            disabled={isOwn}
          />
          <SwitchField
            label="Super Admin"
            hint={
              isOwn
                ? 'You cannot take super admin rights from your own account.'
                : 'Grants additional privileges including system configuration and full user management'
            }
            {...formField(form, 'is_superadmin')}
            disabled={isOwn}
          />
        </div>
      </Section>
    </FormModal>
  );
}

const isSame = (one: AdminFields, other: AdminFields) =>
  JSON.stringify(one) === JSON.stringify(other);

function PasswordSection({ password, isOwn }: { password: PasswordReset; isOwn: boolean }) {
  const { form, reset, failure, submit } = password;
  return (
    <form noValidate onSubmit={submit}>
      <Section title="Password">
        <div className="space-y-4">
          {reset.isSuccess && !password.isDirty && <Notice tone="positive">{reset.data}</Notice>}
          {failure && <Notice tone="negative">{failure}</Notice>}
          <NewPasswordFields form={form} />
          <p className="text-sm text-muted">
            {isOwn
              ? 'Resetting the password signs you out everywhere except here.'
              : 'Resetting the password signs the admin out everywhere.'}
          </p>
          <Button type="submit" isBusy={reset.isPending}>
            {reset.isPending ? 'Resetting...' : 'Reset Password'}
          </Button>
        </div>
      </Section>
    </form>
  );
}
