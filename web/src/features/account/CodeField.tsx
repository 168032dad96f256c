import { TextField, type TextFieldProps } from '../../ui/form/TextField.tsx';

export function CodeField(props: Omit<TextFieldProps, 'name' | 'className'>) {
  return (
    <TextField
      {...props}
      name="code"
      required
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      className="max-w-64 font-mono tracking-wider"
    />
  );
}
