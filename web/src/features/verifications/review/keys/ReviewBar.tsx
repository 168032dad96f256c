import './ReviewBar.css';
import type { Decision } from '@doorstep/contract/verifications';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { CaseView } from '../case/use-case-view.ts';
import { Cap, KeyButton } from './KeyButton.tsx';

interface ReviewBarProps {
  view: CaseView;
  /** There is something to look at twice. */
  hasFindings: boolean;
  /** Nothing can be decided now: a panel is open, or the case is somebody else's. */
  isResting: boolean;
  /** Seconds in which the last decision can be taken back. */
  undoLeft: number | undefined;
  onDecide: (decision: Decision) => void;
  onSendBack: () => void;
  onSkip: () => void;
  onUndo: () => void;
  onForm: () => void;
  onKeys: () => void;
  onFinding: () => void;
}

/** What one does to the photo under the photo, what one decides under the facts. */
export function ReviewBar({ view, hasFindings, isResting, undoLeft, ...act }: ReviewBarProps) {
  const isOff = isResting;
  const isUndoOff = undoLeft === undefined;
  return (
    <section className="bar" aria-label="Keys">
      <div className="look-keys">
        <KeyButton
          cap={
            <>
              <Cap>
                <ArrowLeft />
              </Cap>
              <Cap>
                <ArrowRight />
              </Cap>
            </>
          }
          shortcut="ArrowRight"
          isOff={view.count < 2}
          onPress={view.next}
        >
          <span className="spare">Photo</span>
        </KeyButton>
        <KeyButton
          cap={<Cap>Space</Cap>}
          shortcut="Space"
          isOff={view.count === 0}
          onPress={view.toggleZoom}
        >
          Zoom
        </KeyButton>
        <KeyButton cap={<Cap>R</Cap>} shortcut="R" isOff={view.count === 0} onPress={view.turn}>
          Rotate
        </KeyButton>
        <KeyButton cap={<Cap>M</Cap>} shortcut="M" onPress={view.togglePlace}>
          Place
        </KeyButton>
        <KeyButton cap={<Cap>F</Cap>} shortcut="F" isOff={!hasFindings} onPress={act.onFinding}>
          Finding
        </KeyButton>
        <span className="spring" />
        <KeyButton cap={<Cap>E</Cap>} shortcut="E" isOff={isOff} onPress={act.onForm}>
          Report form
        </KeyButton>
        <KeyButton cap={<Cap>?</Cap>} shortcut="?" onPress={act.onKeys}>
          <span className="spare">All keys</span>
        </KeyButton>
      </div>
      <div className="decide-keys">
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
      </div>
    </section>
  );
}
