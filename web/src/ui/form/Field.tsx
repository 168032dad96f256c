import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** Replaces the hint and marks the input as invalid. */
  error?: string;
  /** A small sign next to the label. Screen readers read it together with the hint. */
  mark?: ReactNode;
  isLabelHidden?: boolean;
}

export const inputClass =
  'h-9 w-full min-w-0 rounded-md border border-edge/80 bg-panel px-3 text-base text-ink hover:border-edge focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted aria-invalid:border-danger';

export interface FieldWiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export function Field({
  label,
  hint,
  error,
  mark,
  isLabelHidden,
  children,
}: FieldProps & { children: (wiring: FieldWiring) => ReactNode }) {
  const id = useId();
  const noteId = `${id}-note`;
  const markId = `${id}-mark`;
  const note = error ?? hint;
  const described = [mark && markId, note && noteId].filter(Boolean).join(' ');
  const labelled = (
    <label
      htmlFor={id}
      className={
        isLabelHidden ? 'sr-only' : `${mark ? '' : 'mb-1'} block text-sm font-semibold text-ink`
      }
    >
      {label}
    </label>
  );
  return (
    <div className="min-w-0">
      {mark ? (
        <div className="mb-1 flex items-center gap-1.5">
          {labelled}
          <span id={markId}>{mark}</span>
        </div>
      ) : (
        labelled
      )}
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {note && (
        <p
          id={noteId}
          className={`mt-1 flex items-start gap-1.5 text-sm ${error ? 'text-danger' : 'text-muted'}`}
        >
          {error && <CircleAlert aria-hidden className="mt-0.75 size-3.5 shrink-0" />}
          {note}
        </p>
      )}
    </div>
  );
}
