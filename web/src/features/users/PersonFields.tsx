import { limits } from '@doorstep/contract/limits';
import type { ComponentProps } from 'react';
import { TextField } from '../../ui/form/TextField.tsx';

type Wiring = Pick<ComponentProps<typeof TextField>, 'name' | 'ref' | 'onBlur' | 'onChange'>;

interface PersonFieldsProps {
  /** React Hook Form's `register()` of each. */
  wiring: { name: Wiring; email: Wiring; phone: Wiring };
  errors: { name?: string; email?: string; phone?: string };
  /** Whether one begins here. */
  isFocused?: boolean;
}

/** Who someone is: name, email and phone. */
export function PersonFields({ wiring, errors, isFocused }: PersonFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        autoComplete="off"
        autoFocus={isFocused}
        maxLength={200}
        error={errors.name}
        {...wiring.name}
      />
      <TextField
        label="Email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        error={errors.email}
        {...wiring.email}
      />
      <TextField
        label="Phone"
        inputMode="numeric"
        autoComplete="off"
        maxLength={limits.phoneDigits}
        hint={`${limits.phoneDigits} digits`}
        error={errors.phone}
        className="font-mono"
        {...wiring.phone}
      />
    </>
  );
}
