import pg from 'pg';
import { type FieldErrors, invalid } from '../problems.ts';
import { DatabaseBusy } from './connection.ts';
import { IsStandby } from './prepare-connection.ts';

export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code?.startsWith('23')
    ? error.constraint
    : undefined;
}

const unreachable = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'EAI_AGAIN', 'ENOTFOUND'],
]);

/**
 * Whether the error may be temporary: the database is unreachable, starting, full, too busy, or in conflict
 * with another request.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseBusy || error instanceof IsStandby) return true;
  if (error instanceof pg.DatabaseError) {
    const state = error.code ?? '';
    // 25006 (read-only transaction) means that the primary has just become a standby.
    return /^(08|53|57P0[1-3]$|57014$|40001$|40P01$|55P03$|25006$|25P03$|58030$)/.test(state);
  }
  const code = (error as NodeJS.ErrnoException).code;
  return (
    unreachable.has(code ?? '') ||
    (code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'connect') ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/.test(
      error.message,
    )
  );
}

/** Throws a 400 if a unique index in `taken` rejected a value. Throws any other error unchanged. */
export function rejectTaken(error: unknown, taken: Record<string, FieldErrors>): never {
  const errors = taken[violatedConstraint(error) ?? ''];
  throw errors ? invalid(errors) : error;
}

/** Whether a disk or a quota is full, or a file is too large. */
export function isFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' || code === '53100';
}

/** Whether the database rejected NUL, the character that its texts can't contain. */
export function isUnstorableText(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '22021' || error.code === '22P05');
}
