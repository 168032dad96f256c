import './ReviewBar.css';
import type { Decision } from '@doorstep/contract/verifications';
import { Cap, KeyButton } from '../../../domain/keys/KeyButton.tsx';

interface ReviewBarProps {
  /** Nothing can be decided now: a panel is open, or the case is somebody else's. */
  isResting: boolean;
  /** Seconds in which the last decision can be taken back. */
  undoLeft: number | undefined;
  onDecide: (decision: Decision) => void;
  onSendBack: () => void;
  onSkip: () => void;
  onUndo: () => void;
}

/** What one decides, under the facts; on a phone always by the thumb. */
export function ReviewBar({ isResting, undoLeft, ...act }: ReviewBarProps) {
  const isOff = isResting;
  const isUndoOff = undoLeft === undefined;
  return (
    <section className="decide-keys" aria-label="Keys">
      <KeyButton
        className="positive"
        cap={<Cap>P</Cap>}
        shortcut="P"
        isOff={isOff}
        onPress={() => act.onDecide('positive')}
      >
        Positive
      </KeyButton>
      <KeyButton
        className="negative"
        cap={<Cap>N</Cap>}
        shortcut="N"
        isOff={isOff}
        onPress={() => act.onDecide('negative')}
      >
        Negative
      </KeyButton>
      <KeyButton cap={<Cap>B</Cap>} shortcut="B" isOff={isOff} onPress={act.onSendBack}>
        Send back
      </KeyButton>
      <KeyButton cap={<Cap>S</Cap>} shortcut="S" isOff={isOff} onPress={act.onSkip}>
        Skip
      </KeyButton>
      <KeyButton cap={<Cap>Z</Cap>} shortcut="Z" isOff={isUndoOff} onPress={act.onUndo}>
        Undo
        {!isUndoOff && (
          <span aria-hidden className="seconds">
            {undoLeft} s
          </span>
        )}
      </KeyButton>
    </section>
  );
}
