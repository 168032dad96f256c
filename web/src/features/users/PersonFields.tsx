import { limits } from '@doorstep/contract/limits';
import type { ComponentProps } from 'react';
import { TextField } from '../../ui/form/TextField.tsx';

type Field = Pick<
  ComponentProps<typeof TextField>,
  'name' | 'ref' | 'onBlur' | 'onChange' | 'error'
>;

interface PersonFieldsProps {
  name: Field;
  email: Field;
  phone: Field;
  isFocused?: boolean;
}

export function PersonFields({ name, email, phone, isFocused }: PersonFieldsProps) {
  return (
    <>
      <TextField label="Name" autoComplete="off" autoFocus={isFocused} maxLength={200} {...name} />
      <TextField
        label="Email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        {...email}
      />
      <TextField
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={limits.phoneDigits}
        hint={`${limits.phoneDigits} digits`}
        className="font-mono"
        {...phone}
      />
    </>
  );
}
