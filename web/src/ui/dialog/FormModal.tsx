import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useId,
} from 'react';
import { Button } from '../button/Button.tsx';
import { ErrorState } from '../feedback/EmptyState.tsx';
import { Notice } from '../feedback/Notice.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { CancelButton, Modal, ModalBody, ModalFooter, type ModalProps } from './Modal.tsx';

type Frame = Pick<
  ModalProps,
  'title' | 'subtitle' | 'size' | 'role' | 'isBusy' | 'isDirty' | 'closeWarning' | 'onClose'
>;

interface Submit {
  /** The current label of the button: 'Assign', 'Assigning...'. */
  label: ReactNode;
  variant?: 'primary' | 'danger';
  isBusy?: boolean;
  isDisabled?: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
}

interface Success {
  text?: ReactNode;
  details?: ReactNode;
  /** Milliseconds until the dialog closes automatically. If undefined, the user closes the dialog. */
  closeAfter?: number;
  again?: { label: string; onClick: () => void };
}

/** A 409 answer: a colleague has changed the record since it was shown. */
interface Conflict {
  text: string;
  /** Loads the record again. Typed text stays where possible. */
  onLoad: () => void;
  isLoading: boolean;
}

export interface FormModalProps extends Frame {
  isLoading?: boolean;
  failed?: ComponentProps<typeof ErrorState>;
  /** An error that belongs to no single field. */
  error?: ReactNode;
  conflict?: Conflict;
  submit: Submit;
  success?: Success;
  /** Whether Cancel has the focus at first, for questions whose safe answer is no. */
  isCancelFocused?: boolean;
  formRef?: Ref<HTMLFormElement>;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
  /** Content with forms of its own. It is rendered outside this dialog's `<form>` element. */
  extra?: ReactNode;
  children: ReactNode;
}

/** While busy, the dialog can't be closed and the form can't be sent twice. After success, Close has the focus. */
export function FormModal(props: FormModalProps) {
  const { failed, isLoading = false, success, conflict, error, extra, children } = props;
  const { formRef, isCancelFocused, isDirty, onSubmit, onClose } = props;
  const { buttonRef, label, variant = 'primary', isBusy: isSending } = props.submit;
  // Until the newer record is loaded, the server would reject the form with the same conflict again.
  const isDisabled = props.submit.isDisabled || conflict?.isLoading;
  const { isBusy = isSending ?? false } = props;
  const id = useId();
  useCloseAfter(success, onClose);
  const frame = {
    title: props.title,
    subtitle: props.subtitle,
    size: props.size,
    role: props.role,
    closeWarning: props.closeWarning,
    onClose,
  };

  if (failed || isLoading) {
    return (
      <Modal {...frame}>
        <ModalBody>{failed ? <ErrorState {...failed} /> : <Loading />}</ModalBody>
      </Modal>
    );
  }
  if (success) {
    return (
      <Modal {...frame}>
        <SuccessPanel {...success} onClose={onClose} />
      </Modal>
    );
  }
  const form = (
    <form
      id={id}
      ref={formRef}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // React would otherwise also pass the event to a form that contains this dialog in the React tree.
        event.stopPropagation();
        if (!isBusy && !isDisabled) onSubmit(event);
      }}
      className="min-w-0 space-y-4"
    >
      {children}
    </form>
  );
  return (
    <Modal {...frame} isBusy={isBusy} isDirty={isDirty}>
      <ModalBody>
        {extra ? (
          <div className="grid grid-cols-1 gap-x-8 gap-y-6 md:grid-cols-2">
            {form}
            {extra}
          </div>
        ) : (
          form
        )}
      </ModalBody>
      {(conflict || error) && (
        <div className="space-y-2 px-5 pb-3">
          {conflict && <ConflictNotice {...conflict} />}
          {error && <Notice tone="negative">{error}</Notice>}
        </div>
      )}
      <ModalFooter>
        <CancelButton disabled={isBusy} autoFocus={isCancelFocused} />
        <Button
          ref={buttonRef}
          type="submit"
          form={id}
          variant={variant}
          isBusy={isSending}
          disabled={isDisabled}
        >
          {label}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

function useCloseAfter(success: Success | undefined, onClose: () => void) {
  const close = useEffectEvent(onClose);
  const closeAfter = success?.closeAfter;
  useEffect(() => {
    if (closeAfter === undefined) return;
    const timer = setTimeout(() => close(), closeAfter);
    return () => clearTimeout(timer);
  }, [closeAfter]);
}

function Loading() {
  return (
    <div role="status" aria-label="Loading" className="space-y-4 py-2">
      {['w-1/3', 'w-4/5', 'w-3/5', 'w-1/2'].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  );
}

function SuccessPanel({ text, details, again, onClose }: Success & { onClose: () => void }) {
  return (
    <>
      <ModalBody className="space-y-4">
        {text && <Notice tone="positive">{text}</Notice>}
        {details}
      </ModalBody>
      <ModalFooter>
        {again && <Button onClick={again.onClick}>{again.label}</Button>}
        <Button variant="primary" autoFocus onClick={onClose}>
          Close
        </Button>
      </ModalFooter>
    </>
  );
}

function ConflictNotice({ text, onLoad, isLoading }: Conflict) {
  return (
    <Notice tone="warning">
      <p>{text}</p>
      <p>What you typed is still here.</p>
      <Button size="sm" isBusy={isLoading} onClick={onLoad} className="mt-2">
        Load the newer values
      </Button>
    </Notice>
  );
}
