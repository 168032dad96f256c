import './UnsavedDecisions.css';
import { prettifyLabel } from '@doorstep/contract/text/labels';
import { OctagonAlert } from 'lucide-react';
import { Cap, KeyButton } from '../../domain/keys/KeyButton.tsx';
import { useIsAnswering } from '../../lib/api/connection.ts';
import type { Unsaved } from './review-state.ts';

interface UnsavedDecisionsProps {
  decisions: readonly Unsaved[];
  onRetry: () => void;
}

export function UnsavedDecisions({ decisions, onRetry }: UnsavedDecisionsProps) {
  const isAnswering = useIsAnswering();
  const canRetry = decisions.some((one) => one.canRetry);
  return (
    <div className="unsaved">
      <OctagonAlert aria-hidden />
      <div role="alert" className="min-w-0">
        <ul>
          {decisions.map(({ id, what, name, reason, isUnanswered, canRetry: isOpen }) => (
            <li key={id}>
              <b>
                Not saved: {prettifyLabel(what)} for <bdi>{name}</bdi>.
              </b>
              {!(isUnanswered && isAnswering) && ` ${reason}`}
              {isOpen && ' Try again?'}
            </li>
          ))}
        </ul>
      </div>
      {canRetry && (
        <KeyButton cap={<Cap>T</Cap>} shortcut="T" onPress={onRetry}>
          Try again
        </KeyButton>
      )}
    </div>
  );
}
