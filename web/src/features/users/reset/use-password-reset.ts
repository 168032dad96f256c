import { NewPassword, passwordReset } from '@doorstep/contract/auth';
import { texts } from '@doorstep/contract/texts';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { call } from '../../../lib/api/api-client.ts';
import { showFailure } from '../show-failure.ts';
import { accept } from '../user-queries.ts';

type Typed = z.output<typeof NewPassword>;

const nothing: Typed = { new_password: '', confirm_password: '' };
const inputs = {
  new_password: 'new_password',
  password: 'new_password',
  confirm_password: 'confirm_password',
} as const;

/** `reset.isPending` stays true until `onReset` has finished. */
export function usePasswordReset(phone: string, onReset?: () => Promise<void>) {
  const [failure, setFailure] = useState<string>();
  const form = useForm<Typed, unknown, Typed>({
    resolver: standardSchemaResolver(NewPassword),
    defaultValues: nothing,
  });
  const reset = useMutation({
    mutationFn: async (typed: Typed) => {
      const body = { phone_number: phone, ...typed };
      const { message } = accept(await call(passwordReset, { body }));
      return message || 'Password reset successfully';
    },
    onSuccess: async () => {
      form.reset(nothing);
      await onReset?.();
    },
    onError: (error) =>
      setFailure(showFailure(error, inputs, form.setError, texts.passwordResetFailed)),
  });
  const submit = form.handleSubmit((typed) => {
    if (reset.isPending) return;
    setFailure(undefined);
    reset.mutate(typed);
  });
  return { form, reset, failure, submit, isDirty: form.formState.isDirty };
}

export type PasswordReset = ReturnType<typeof usePasswordReset>;
