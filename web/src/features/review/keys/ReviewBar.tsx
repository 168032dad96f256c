import './ReviewBar.css';
import type { Decision } from '@doorstep/contract/verifications';
import { Cap, KeyButton } from '../../../domain/keys/KeyButton.tsx';

interface ReviewBarProps {
  /** Whether nothing can be decided now: a panel is open, or another reviewer has the case. */
  isResting: boolean;
  /** Whether the case is decided and reviewed again, so that it can't be sent back. */
  isAgain: boolean;
  /** Seconds in which the last decision can be undone. */
  undoLeft: number | undefined;
  onDecide: (decision: Decision) => void;
  onSendBack: () => void;
  /** Asks for a second look, where the reviewer can. */
  onSecondLook: (() => void) | undefined;
  onSkip: () => void;
  onUndo: () => void;
}

/** The deciding actions, below the facts; on a phone always within reach of the thumb. */
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
