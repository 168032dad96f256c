import { Button } from '../button/Button.tsx';
import { Notice } from './Notice.tsx';

export function RefetchFailed({
  noun,
  message,
  isRetrying,
  onRetry,
}: {
  noun: string;
  message: string;
  isRetrying: boolean;
  onRetry: () => void;
}) {
  return (
    <Notice
      tone="negative"
      action={
        <Button size="sm" isBusy={isRetrying} onClick={onRetry}>
          Retry
        </Button>
      }
    >
      This {noun} could not be fetched again and may be out of date. {message}
    </Notice>
  );
}
