import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Button } from './Button.tsx';
import { Modal, ModalBody, ModalFooter } from './Modal.tsx';
import { Notice } from './Notice.tsx';

export interface ConfirmDeleteProps {
  /** 'Delete agent'. */
  title: string;
  /** The object, by the name people know it by. */
  name: ReactNode;
  /** What deleting does, and what it does not. */
  effect: ReactNode;
  isBusy: boolean;
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
  isBusy,
  error,
  success,
  closeAfter = 2_000,
  onConfirm,
  onClose,
}: ConfirmDeleteProps) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (success === undefined) return;
    const timer = setTimeout(() => close(), closeAfter);
    return () => clearTimeout(timer);
  }, [success, closeAfter]);

  return (
    <Modal role="alertdialog" size="sm" title={title} isBusy={isBusy} onClose={onClose}>
      <ModalBody className="space-y-3">
        {success === undefined ? (
          <>
            <p>
              Delete <strong className="wrap-anywhere">{name}</strong>?
            </p>
            <p className="text-muted">{effect}</p>
            {error && <Notice tone="negative">{error}</Notice>}
          </>
        ) : (
          <Notice tone="positive">{success}</Notice>
        )}
      </ModalBody>
      <ModalFooter>
        {success === undefined ? (
          <>
            <Button autoFocus disabled={isBusy} onClick={onClose}>
              Cancel
            </Button>
            <Button variant="danger" isBusy={isBusy} onClick={onConfirm}>
              {isBusy ? 'Deleting...' : 'Delete'}
            </Button>
          </>
        ) : (
          <Button autoFocus onClick={onClose}>
            Close
          </Button>
        )}
      </ModalFooter>
    </Modal>
  );
}
