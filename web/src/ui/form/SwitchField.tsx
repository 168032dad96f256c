import { type ComponentProps, type ReactNode, useId } from 'react';

interface SwitchFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'role'> {
  label: string;
  hint?: ReactNode;
  error?: string;
}

/** Takes the props that React Hook Form's `register()` returns. */
export function SwitchField({ label, hint, error, className = '', ...props }: SwitchFieldProps) {
  const noteId = useId();
  const note = error ?? hint;
  return (
    <div className={`min-w-0 ${className}`}>
      <label className="flex min-h-6 items-center justify-between gap-4 text-sm font-semibold has-disabled:cursor-not-allowed">
        {label}
        <input
          {...props}
          type="checkbox"
          role="switch"
          aria-describedby={note ? noteId : undefined}
          aria-invalid={error ? true : undefined}
          className="switch"
        />
      </label>
      {note && (
        <p id={noteId} className={`mt-0.5 text-sm ${error ? 'text-danger' : 'text-muted'}`}>
          {note}
        </p>
      )}
    </div>
  );
}
