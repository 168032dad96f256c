import './ReviewBar.css';
import type { Decision } from '@doorstep/contract/verifications';
import { Cap, KeyButton } from '../../../domain/keys/KeyButton.tsx';

interface ReviewBarProps {
  /** Whether decisions are disabled, because a panel is open or another reviewer has the case. */
  isResting: boolean;
  /** Whether a decided case is reviewed again. Such a case can't be sent back. */
  isAgain: boolean;
  /** The seconds in which the last decision can still be undone. Undefined if no undo is possible. */
  undoLeft: number | undefined;
  onDecide: (decision: Decision) => void;
  onSendBack: () => void;
  /** Asks for a second look. Undefined if the reviewer can't ask. */
  onSecondLook: (() => void) | undefined;
  onSkip: () => void;
  onUndo: () => void;
}

export function ReviewBar({ isResting, isAgain, undoLeft, ...act }: ReviewBarProps) {
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
      <KeyButton cap={<Cap>B</Cap>} shortcut="B" isOff={isOff || isAgain} onPress={act.onSendBack}>
        Send back
      </KeyButton>
      {act.onSecondLook && (
        <KeyButton
          className="second-look"
          cap={<Cap>L</Cap>}
          shortcut="L"
          isOff={isOff}
          onPress={act.onSecondLook}
        >
          <span>
            Second<span className="spare"> look</span>
          </span>
        </KeyButton>
      )}
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
