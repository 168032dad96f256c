import './KeyPanel.css';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { AskOnBack, DiscardChanges } from '../../ui/dialog/DiscardChanges.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { endsWord } from '../../ui/form/ends-word.ts';
import { Cap, KeyButton } from './KeyButton.tsx';
import { type ReviewKeys, useReviewKeys } from './use-review-keys.ts';

export interface KeyPanelProps {
  title: ReactNode;
  aside?: string;
  tool?: ReactNode;
  effect: ReactNode;
  error: ReactNode;
  submit: string;
  /** A busy panel can't be closed, because closing would not cancel the request. */
  isBusy: boolean;
  /** Whether there are unsaved changes. If so, closing the panel or pressing Back asks first. */
  isDirty: boolean;
  /** The panel's own keys, in addition to Enter and Escape. */
  keys?: ReviewKeys;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A form on the review desk that can be used by keyboard alone. On a wide screen, the form covers the facts
 * but not the photo.
 */
export function KeyPanel(props: KeyPanelProps) {
  const { title, aside, tool, effect, error, submit, keys, isBusy, isDirty, onSubmit, children } =
    props;
  const [isAsking, setAsking] = useState(false);
  if (isAsking && !isDirty) setAsking(false);
  const onClose = () => {
    if (isBusy) return;
    if (isDirty) setAsking(true);
    else props.onClose();
  };
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus();
  }, []);
  // Scrolls to the focused element, which the panel's foot may cover when an error makes the foot higher.
  useEffect(() => {
    const focused = document.activeElement;
    if (error && panel.current?.contains(focused)) focused?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  // In an input, only Enter and Escape are shortcuts. All other keys type text.
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (endsWord(event)) return;
    if (!(target instanceof HTMLElement && target.matches('input, textarea, select'))) return;
    // Enter submits the form, but in a select without a value, it opens the list of options.
    if (
      key === 'Enter' &&
      !event.shiftKey &&
      !(target instanceof HTMLSelectElement && target.value === '')
    ) {
      event.preventDefault();
      onSubmit();
    }
    if (key === 'Escape') {
      event.preventDefault();
      onClose();
    }
  });
  useEffect(() => {
    const frame = panel.current;
    const listen = (event: KeyboardEvent) => press(event);
    frame?.addEventListener('keydown', listen);
    return () => frame?.removeEventListener('keydown', listen);
  }, []);
  useReviewKeys({ ...keys, enter: onSubmit, escape: onClose }, true);
  return (
    <div ref={panel} role="dialog" aria-labelledby={id} tabIndex={-1} className="key-panel">
      <header>
        <h2 id={id}>{title}</h2>
        {aside && <span>{aside}</span>}
        {tool}
      </header>
      <div className="ask space-y-3 px-4 py-3">{children}</div>
      <div className="foot">
        {error && (
          <div className="px-4 pt-3">
            <Notice tone="negative">{error}</Notice>
          </div>
        )}
        <DiscardChanges
          isAsking={isAsking && !isBusy}
          onStay={() => {
            setAsking(false);
            panel.current?.querySelector<HTMLElement>('textarea, input[type=text]')?.focus();
          }}
          onLeave={props.onClose}
        />
        {isDirty && <AskOnBack onClose={onClose} />}
        <footer>
          <p>{effect}</p>
          <KeyButton cap={<Cap>Esc</Cap>} isOff={isBusy} onPress={onClose}>
            Cancel
          </KeyButton>
          <KeyButton className="primary" cap={<Cap>Enter</Cap>} onPress={onSubmit}>
            {submit}
          </KeyButton>
        </footer>
      </div>
    </div>
  );
}
