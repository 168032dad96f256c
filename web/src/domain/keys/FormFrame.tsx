import type { ComponentType } from 'react';
import { FormModal } from '../../ui/dialog/FormModal.tsx';
import type { KeyPanelProps } from './KeyPanel.tsx';

type FormFrameProps = Omit<KeyPanelProps, 'tool' | 'keys'>;

/** The frame of a form: `KeyPanel` on the review desk, or `FormDialog` over a record's dialog. */
export type FormFrame = ComponentType<FormFrameProps>;

export function FormDialog({
  title,
  aside,
  effect,
  error,
  submit,
  isBusy,
  isDirty,
  onSubmit,
  onClose,
  children,
}: FormFrameProps) {
  return (
    <FormModal
      title={title}
      subtitle={aside}
      isDirty={isDirty}
      error={error}
      submit={{ label: submit, isBusy }}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {children}
      <p className="text-sm text-muted">{effect}</p>
    </FormModal>
  );
}
