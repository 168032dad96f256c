import { RegistrationForm, register } from '@doorstep/contract/auth';
import { limits } from '@doorstep/contract/limits';
import { texts } from '@doorstep/contract/texts';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { call } from '../../lib/api/api-client.ts';
import { createIntention } from '../../lib/api/intention.ts';
import { refetchChanged } from '../../lib/live/refetch-changed.ts';
import { FormModal } from '../../ui/dialog/FormModal.tsx';
import { formField } from '../../ui/form/form-field.ts';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { SwitchField } from '../../ui/form/SwitchField.tsx';
import { DescriptionList } from '../../ui/page/DescriptionList.tsx';
import { PersonFields } from './PersonFields.tsx';
import type { UserKind } from './read-user.ts';
import { showFailure } from './show-failure.ts';
import { accept } from './user-queries.ts';

type Typed = z.output<typeof RegistrationForm>;

const nothing: Typed = {
  name: '',
  email: '',
  phone: '',
  password: '',
  confirm_password: '',
  is_superadmin: false,
};

/** Maps the field names in a backend's errors to the inputs of the form. */
const inputs = {
  name: 'name',
  full_name: 'name',
  email: 'email',
  phone: 'phone',
  phone_number: 'phone',
  password: 'password',
  confirm_password: 'confirm_password',
  is_superadmin: 'is_superadmin',
} as const;

/** Registers a user. Returns the user from the answer, with the typed values for missing fields. */
async function registerUser(kind: UserKind, typed: Typed, idempotencyKey: string) {
  const { confirm_password: _, is_superadmin, ...person } = typed;
  const rights = kind === 'admin' && { is_admin: true, is_superadmin };
  const answer = accept(await call(register, { body: { ...person, ...rights }, idempotencyKey }));
  const { full_name, ...answered }: Partial<typeof answer.user> = answer.user ?? {};
  const { name, email, phone } = { ...person, ...answered };
  return { message: answer.message, full_name: full_name ?? name, email, phone };
}

export default function RegistrationModal({
  kind,
  onClose,
}: {
  kind: UserKind;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [intention] = useState(createIntention);
  const [failure, setFailure] = useState<string>();
  const form = useForm<Typed, unknown, Typed>({
    resolver: standardSchemaResolver(RegistrationForm),
    defaultValues: nothing,
  });
  const registration = useMutation({
    mutationFn: (typed: Typed) => registerUser(kind, typed, intention.keyFor(typed)),
    onSuccess: () => {
      intention.settle();
      // Reloads every list that contains the names of users.
      return refetchChanged(client, 'user');
    },
    onError: (error) =>
      setFailure(showFailure(error, inputs, form.setError, texts.registrationFailed)),
  });
  const { isDirty } = form.formState;
  const noun = kind === 'agent' ? 'Agent' : 'Admin';

  const submit = form.handleSubmit((typed) => {
    setFailure(undefined);
    registration.mutate(typed);
  });
  const startAgain = () => {
    registration.reset();
    form.reset(nothing);
  };

  const { data } = registration;
  return (
    <FormModal
      title={`Register ${noun}`}
      isDirty={isDirty}
      error={failure}
      submit={{
        label: registration.isPending ? 'Registering...' : `Register ${noun}`,
        isBusy: registration.isPending,
      }}
      success={
        data && {
          text: data.message || `${noun} registered successfully`,
          details: (
            <DescriptionList
              items={[
                { label: 'Full Name', value: <bdi>{data.full_name}</bdi> },
                { label: 'Email', value: data.email },
                { label: 'Phone', value: <span className="font-mono">{data.phone}</span> },
              ]}
            />
          ),
          again: { label: 'Register Another', onClick: startAgain },
        }
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <PersonFields
        isFocused
        name={formField(form, 'name')}
        email={formField(form, 'email')}
        phone={formField(form, 'phone')}
      />
      <div className="grid items-start gap-x-3 gap-y-4 sm:grid-cols-2">
        <PasswordField
          label="Password"
          hint={`At least ${limits.passwordMinLength} characters`}
          {...formField(form, 'password', { deps: 'confirm_password' })}
        />
        <PasswordField label="Confirm Password" {...formField(form, 'confirm_password')} />
      </div>
      {kind === 'admin' && (
        <SwitchField
          label="Super Admin"
          hint="Grants additional privileges including system configuration and full user management"
          className="border-t border-rule pt-3"
          {...formField(form, 'is_superadmin')}
        />
      )}
    </FormModal>
  );
}
