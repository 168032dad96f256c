import { texts } from '@doorstep/contract/texts';
import { ApiError, failureOf, messageOf } from '../../lib/api/api-error.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/EmptyState.tsx';

interface ListFailureProps {
  error: Error;
  list: { retry: () => void; isRetrying: boolean };
}

export default function ListFailure({ error, list }: ListFailureProps) {
  if (error instanceof ApiError && error.status === 403) {
    const hint = messageOf(error, texts.applicants.fetchFallback);
    return <EmptyState kind="no-permission" title={texts.applicants.fetch} hint={hint} />;
  }
  return (
    <ErrorState
      {...failureOf(error, texts.applicants.fetch, texts.applicants.fetchFallback)}
      onRetry={list.retry}
      isRetrying={list.isRetrying}
    />
  );
}
