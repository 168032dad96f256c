import type { ReactNode } from 'react';
import { FormModal } from './FormModal.tsx';

export interface ConfirmDeleteProps {
  /** 'Delete agent'. */
  title: string;
  /** The object, by the name people know it by. */
  name: ReactNode;
  /** What deleting does, and what it does not. */
  effect: ReactNode;
  /** What follows from it, below the effect. */
  children?: ReactNode;
  isBusy: boolean;
  isDisabled?: boolean;
  error?: string;
  /** The success message; once given, the dialog closes by itself. */
  success?: string;
  /** Milliseconds from success to closing. */
  closeAfter?: number;
  onConfirm: () => void;
  /** Cancelled, or closed after success: by itself or by hand. */
  onClose: () => void;
}

/** Asks before deleting. Cannot be closed while deleting; a second click deletes nothing twice. */
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
