import { Button } from '../button/Button.tsx';
import { Notice } from './Notice.tsx';

/** Above what is still shown although it could not be fetched again. */
export function RefetchFailed({
  noun,
  message,
  isRetrying,
  onRetry,
}: {
  /** What is shown: 'list', 'record'. */
  noun: string;
  /** What went wrong, in words. */
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
