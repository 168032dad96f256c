import { X } from 'lucide-react';
import { createContext, type ReactNode, type Ref, useContext, useEffect, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal as AriaModal, ModalOverlay } from 'react-aria-components/Modal';
import { Button } from '../button/Button.tsx';
import { BackCloses, LosingChanges } from './LosingChanges.tsx';

const sizes = {
  sm: 'max-w-md',
  md: 'max-w-xl',
  lg: 'max-w-3xl',
  xl: 'max-w-5xl',
  '2xl': 'max-w-[68rem]',
};

/** Closes the dialog around it, or asks first. */
const CloseContext = createContext<() => void>(() => {});

export interface ModalProps {
  title: ReactNode;
  /** A quiet line under the title. */
  subtitle?: ReactNode;
  /** sm 28, md 36, lg 48, xl 64, 2xl 68 rem at most. */
  size?: keyof typeof sizes;
  /** While busy nothing closes it: no Escape, no click outside, no close button. */
  isBusy?: boolean;
  /** Asks before closing, by Back too, throws away what was typed. */
  isDirty?: boolean;
  /** What it asks then, where it is about something else than changes. */
  closeWarning?: { question: string; stay: string; leave: string };
  /** Takes the full 90 % of the height from the start, for long forms. */
  isTall?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** Beside the close button. */
  tools?: ReactNode;
  ref?: Ref<HTMLElement>;
  onClose: () => void;
  /** {@link ModalBody} and {@link ModalFooter}, in a `<form className="contents">` if it is one. */
  children: ReactNode;
}

/** A dialog, open as long as it is mounted. Focus goes in, and back to where it was. */
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
  // Another change asks anew.
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
          <LosingChanges
            {...closeWarning}
            isAsking={isAsking && !isBusy}
            onStay={() => setAsking(false)}
            onLeave={onClose}
          />
          {/* What is about something else than changes goes on without its dialog. */}
          {isDirty && !closeWarning && <BackCloses onClose={close} />}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  );
}

/** What opened a dialog may be gone when it closes; whoever knows a better place than the page has taken the focus by then. */
function focusPageIfLost(): void {
  const later = (frames: number) => {
    if (frames > 0) requestAnimationFrame(() => later(frames - 1));
    else if (document.activeElement === document.body) document.querySelector('main')?.focus();
  };
  later(3);
}

/** Milliseconds: as long as browsers take two clicks for a double one. */
const doubleClickTime = 500;

/** The second click of a double click that opens or closes a dialog must not press what lies there by then. */
function ignoreSecondClick(): void {
  const ignore = (event: MouseEvent) => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', ignore, { capture: true });
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }), doubleClickTime);
}

/** The part of a dialog that scrolls. */
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

/** The row of buttons at a dialog's foot, the one that acts last. */
export function ModalFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-rule px-5 py-3">
      {children}
    </footer>
  );
}

/** The way out of a form: closes its dialog as the cross does, and asks where that would lose changes. */
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
