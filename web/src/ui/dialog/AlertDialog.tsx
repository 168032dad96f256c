import { Button } from '../button/Button.tsx';
import { Modal, ModalBody, ModalFooter } from './Modal.tsx';

export function AlertDialog({
  title = 'Something went wrong',
  text,
  onClose,
}: {
  title?: string;
  text: string;
  onClose: () => void;
}) {
  return (
    <Modal role="alertdialog" size="sm" title={title} onClose={onClose}>
      <ModalBody>
        <p>{text}</p>
      </ModalBody>
      <ModalFooter>
        <Button variant="primary" autoFocus onClick={onClose}>
          OK
        </Button>
      </ModalFooter>
    </Modal>
  );
}
