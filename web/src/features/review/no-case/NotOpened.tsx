import { isNotOffered, messageOf, requestIdOf } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/EmptyState.tsx';

interface NotOpenedProps {
  error: unknown;
  onRetry: () => void;
  isRetrying: boolean;
  /** Skips the case that could not be loaded. Undefined if there is no case. */
  onSkip: (() => void) | undefined;
  onLeave: () => void;
}

export function NotOpened({ error, onRetry, isRetrying, onSkip, onLeave }: NotOpenedProps) {
  return (
    <div className="failed">
      {isNotOffered(error) && !onSkip ? (
        <EmptyState
          title="This server has no review desk"
          hint="Cases are decided one by one on the Verification page."
          action={<Button onClick={onLeave}>Back to Verification</Button>}
        />
      ) : (
        <ErrorState
          title="Couldn’t open the next case"
          message={messageOf(error, 'Please try again.')}
          requestId={requestIdOf(error)}
          onRetry={onRetry}
          isRetrying={isRetrying}
          action={onSkip && <Button onClick={onSkip}>Skip</Button>}
        />
      )}
    </div>
  );
}
