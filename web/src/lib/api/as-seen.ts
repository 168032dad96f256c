import { isBackendElsewhere } from '../config.ts';
import { ApiError } from './api-error.ts';

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
