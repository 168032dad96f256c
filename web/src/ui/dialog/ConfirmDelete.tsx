import type { ReactNode } from 'react';
import { FormModal } from './FormModal.tsx';

export interface ConfirmDeleteProps {
  title: string;
  name: ReactNode;
  effect: ReactNode;
  children?: ReactNode;
  isBusy: boolean;
  isDisabled?: boolean;
  error?: string;
  /** The success message. Once it is set, the dialog closes automatically. */
  success?: string;
  /** Milliseconds from success to closing. */
  closeAfter?: number;
  onConfirm: () => void;
  /** Called when the user closes the dialog, and when the dialog closes after success. */
  onClose: () => void;
}

/** While deleting, the dialog can't be closed and ignores a second click. */
export function ConfirmDelete({
  title,
  name,
  effect,
  children,
  isBusy,
  isDisabled,
  error,
  success,
  closeAfter = 2_000,
  onConfirm,
  onClose,
}: ConfirmDeleteProps) {
  return (
    <FormModal
      role="alertdialog"
      size="sm"
      title={title}
      error={error}
      submit={{ label: isBusy ? 'Deleting...' : 'Delete', variant: 'danger', isBusy, isDisabled }}
      success={success === undefined ? undefined : { text: success, closeAfter }}
      isCancelFocused
      onSubmit={onConfirm}
      onClose={onClose}
    >
      <p>
        Delete <strong className="wrap-anywhere">{name}</strong>?
      </p>
      <p className="text-muted">{effect}</p>
      {children}
    </FormModal>
  );
}
