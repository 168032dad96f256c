import { checkTraits } from '@doorstep/contract/evidence/checks';
import type { Finding } from '@doorstep/contract/evidence/findings';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { Cap, KeyButton } from '../keys/KeyButton.tsx';
import { FindingEvidence } from './FindingEvidence.tsx';
import type { FindingsProps } from './Findings.tsx';
import { LevelBadge } from './LevelBadge.tsx';

export function FindingItem({ finding, ...props }: FindingsProps & { finding: Finding }) {
  const { state, verification, onEnlarge } = props;
  const { check, level, sentence } = finding;
  const isOpen = state.opened === finding;
  const item = useRef<HTMLLIElement>(null);
  const more = useId();
  const isFocused = state.focus === check;
  useEffect(() => {
    if (isFocused) item.current?.focus();
  }, [isFocused]);
  const dismiss = () => state.begin('dismiss', finding);
  return (
    // The item gets the focus instead of its button, because the space bar would press a focused button. On
    // the review desk, the space bar must zoom the photo.
    <li ref={item} tabIndex={-1} className={`finding is-${level} ${isOpen ? 'is-open' : ''}`}>
      <div className="finding-head">
        <LevelBadge level={level} />
        <button
          type="button"
          className="finding-sentence"
          aria-expanded={isOpen}
          aria-controls={isOpen ? more : undefined}
          onClick={() => state.toggle(check)}
        >
          <span>{sentence}</span>
          <ChevronDown aria-hidden />
        </button>
      </div>
      {isOpen && (
        <div id={more} className="finding-more">
          <FindingEvidence finding={finding} {...props} />
          <div className="finding-do">
            {onEnlarge ? (
              <KeyButton cap={<Cap>D</Cap>} shortcut="D" onPress={dismiss}>
                Dismiss
              </KeyButton>
            ) : (
              <Button size="sm" onClick={dismiss}>
                Dismiss
              </Button>
            )}
            {checkTraits[check].dependsOnPinCode && verification.application_details?.pin_code && (
              <Button
                size="sm"
                variant={onEnlarge ? 'quiet' : 'secondary'}
                onClick={() => state.begin('correct pin code', finding)}
              >
                Correct pin code
              </Button>
            )}
            <details className="finding-fold">
              <summary>When is this finding wrong?</summary>
              <p>{checkTraits[check].falseAlarms}</p>
            </details>
          </div>
        </div>
      )}
    </li>
  );
}
