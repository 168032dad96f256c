import { isBackendElsewhere } from '../config.ts';
import { ApiError, failureOf } from './api-error.ts';

/**
 * Returns the `updated_at` of the record that the user sees. The server rejects a change with this time if
 * the record has changed since. Returns an empty object for another backend, which may not have the field.
 */
export function seenVersion(record: { updated_at?: string } | undefined): { updated_at?: string } {
  return record?.updated_at && !isBackendElsewhere() ? { updated_at: record.updated_at } : {};
}

/** Returns the server's text, or undefined if the error is not a conflict. */
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

export function failedOf<Data>(record: RecordOnScreen<Data>, title: string) {
  const { data, error, isFetching, refetch } = record;
  if (!error || data) return undefined;
  return { ...failureOf(error, title), onRetry: () => void refetch(), isRetrying: isFetching };
}

/**
 * Returns the props of the conflict notice, or undefined if the error is not a conflict. `show` receives the
 * newer record.
 */
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
