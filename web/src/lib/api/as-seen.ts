import { isBackendElsewhere } from '../config.ts';
import { ApiError, failureOf } from './api-error.ts';

/**
 * The moment a record was last changed, as it is shown: sent along with a change, it lets the server refuse what would
 * undo a colleague's. A backend elsewhere may not know the field.
 */
export function asSeen(record: { updated_at?: string } | undefined): { updated_at?: string } {
  return record?.updated_at && !isBackendElsewhere() ? { updated_at: record.updated_at } : {};
}

/** The server's words where a change was refused because the record is no longer the one that was shown. */
export function conflictOf(error: unknown): string | undefined {
  const refusal = error instanceof ApiError ? error : error instanceof Error && error.cause;
  return refusal instanceof ApiError && refusal.code === 'changed_meanwhile'
    ? refusal.message
    : undefined;
}

interface RecordOnScreen<Data> {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => Promise<{ isSuccess: boolean; data: Data | undefined }>;
}

/** What a dialog shows in place of its form where the record it is about can't be had. */
export function failedOf<Data>(record: RecordOnScreen<Data>, title: string) {
  const { data, error, isFetching, refetch } = record;
  if (!error || data) return undefined;
  return { ...failureOf(error, title), onRetry: () => void refetch(), isRetrying: isFetching };
}

/** What a dialog shows of a change that was refused because the record changed meanwhile; `show` gets the newer one. */
export function conflictProps<Data>(
  change: { error: unknown; reset: () => void },
  { isFetching, refetch }: Pick<RecordOnScreen<Data>, 'isFetching' | 'refetch'>,
  show?: (newer: Data) => void,
) {
  const text = conflictOf(change.error);
  if (text === undefined) return undefined;
  const onLoad = async () => {
    const { isSuccess, data } = await refetch();
    if (!isSuccess) return;
    if (data !== undefined) show?.(data);
    change.reset();
  };
  return { text, onLoad, isLoading: isFetching };
}
