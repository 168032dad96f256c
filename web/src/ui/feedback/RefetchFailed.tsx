import { Button } from '../button/Button.tsx';
import { Notice } from './Notice.tsx';

/** Says that the data below could not be fetched again. */
export function RefetchFailed({
  noun,
  message,
  isRetrying,
  onRetry,
}: {
  /** The kind of data: 'list', 'record'. */
  noun: string;
  /** The error in words. */
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
