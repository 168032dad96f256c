import { X } from 'lucide-react';
import { createContext, type ReactNode, type Ref, useContext, useEffect, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal as AriaModal, ModalOverlay } from 'react-aria-components/Modal';
import { Button } from '../button/Button.tsx';
import { AskOnBack, DiscardChanges } from './DiscardChanges.tsx';

const sizes = {
  sm: 'max-w-md',
  md: 'max-w-xl',
  lg: 'max-w-3xl',
  xl: 'max-w-5xl',
  '2xl': 'max-w-[68rem]',
};

/** Closes the surrounding dialog, or asks first if changes would be lost. */
const CloseContext = createContext<() => void>(() => {});

export interface ModalProps {
  title: ReactNode;
  subtitle?: ReactNode;
  /** The maximum width: sm 28, md 36, lg 48, xl 64, 2xl 68 rem. */
  size?: keyof typeof sizes;
  /** A busy dialog can't be closed by Escape, an outside click or the close button. */
  isBusy?: boolean;
  /**
   * Whether there are unsaved changes. If so, the dialog asks before it closes. It also asks when the user
   * presses Back, unless `closeWarning` is set.
   */
  isDirty?: boolean;
  /** Replaces the default question and the labels of its buttons, for a dialog with `isDirty`. */
  closeWarning?: { question: string; stay: string; leave: string };
  /** Whether the dialog has 90 % of the window's height from the start, for long forms. */
  isTall?: boolean;
  role?: 'dialog' | 'alertdialog';
  tools?: ReactNode;
  ref?: Ref<HTMLElement>;
  onClose: () => void;
  /** The {@link ModalBody} and {@link ModalFooter}. A form with `className="contents"` can contain both. */
  children: ReactNode;
}

/** A dialog that is open while mounted. It takes the focus, and returns the focus after it has closed. */
export function Modal({
  title,
  subtitle,
  size = 'md',
  isBusy = false,
  isDirty = false,
  closeWarning,
  isTall = false,
  role = 'dialog',
  tools,
  ref,
  onClose,
  children,
}: ModalProps) {
  const [isAsking, setAsking] = useState(false);
  if (isAsking && !isDirty) setAsking(false);
  useEffect(() => focusPageIfLost, []);
  useEffect(() => {
    ignoreSecondClick();
    return ignoreSecondClick;
  }, []);
  const close = () => {
    if (isBusy) return;
    if (isDirty && !isAsking) setAsking(true);
    else if (!isDirty) onClose();
  };
  return (
    <ModalOverlay
      isOpen
      isDismissable={!isBusy}
      isKeyboardDismissDisabled={isBusy}
      onOpenChange={close}
      className="overlay fixed inset-0 z-40 flex items-end justify-center bg-scrim sm:items-center sm:p-4"
    >
      <AriaModal
        className={`modal flex max-h-[90vh] w-full flex-col overflow-hidden rounded-t-lg border border-rule bg-panel shadow-float sm:rounded-lg ${isTall ? 'h-[90vh]' : ''} ${sizes[size]}`}
      >
        <Dialog ref={ref} role={role} className="flex min-h-0 grow flex-col outline-none">
          <header className="flex items-start gap-4 border-b border-rule py-3 ps-5 pe-3">
            <div className="min-w-0 grow py-0.5">
              <Heading slot="title" level={2} className="text-lg font-bold wrap-anywhere">
                {title}
              </Heading>
              {subtitle && <p className="text-sm text-muted">{subtitle}</p>}
            </div>
            {tools}
            <button
              type="button"
              aria-label="Close"
              disabled={isBusy}
              onClick={close}
              className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink disabled:opacity-40"
            >
              <X aria-hidden className="size-4.5" />
            </button>
          </header>
          <CloseContext value={close}>{children}</CloseContext>
          <DiscardChanges
            {...closeWarning}
            isAsking={isAsking && !isBusy}
            onStay={() => setAsking(false)}
            onLeave={onClose}
          />
          {/* With a `closeWarning`, Back leaves the page without a question. */}
          {isDirty && !closeWarning && <AskOnBack onClose={close} />}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  );
}

/** Focuses the page if the element that opened the dialog no longer exists. */
function focusPageIfLost(): void {
  const later = (frames: number) => {
    if (frames > 0) requestAnimationFrame(() => later(frames - 1));
    else if (document.activeElement === document.body) document.querySelector('main')?.focus();
  };
  later(3);
}

/** Milliseconds within which most systems count two clicks as a double-click. */
const doubleClickTime = 500;

/** Ignores the second click of a double-click if the first click has opened or closed a dialog. */
function ignoreSecondClick(): void {
  const ignore = (event: MouseEvent) => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const signal = AbortSignal.timeout(doubleClickTime);
  window.addEventListener('click', ignore, { capture: true, signal });
}

export function ModalBody({
  className = '',
  children,
}: {
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={`min-h-0 grow overflow-y-auto overscroll-contain px-5 py-4 ${className}`}>
      {children}
    </div>
  );
}

export function ModalFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-rule px-5 py-3">
      {children}
    </footer>
  );
}

/** Closes a form's dialog like the close button, and asks first if changes would be lost. */
export function CancelButton({
  disabled = false,
  autoFocus,
  children = 'Cancel',
}: {
  disabled?: boolean;
  autoFocus?: boolean;
  children?: ReactNode;
}) {
  const close = useContext(CloseContext);
  return (
    <Button disabled={disabled} autoFocus={autoFocus} onClick={close}>
      {children}
    </Button>
  );
}
