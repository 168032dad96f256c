import { BadSettings } from '../config.ts';
import { CannotStart } from '../db/cannot-start.ts';

/** An error that the operator can fix; its message says how. */
const isPlain = (error: unknown): error is Error =>
  error instanceof BadSettings || error instanceof CannotStart;

/** Prints why a command failed: a sentence where that is enough, otherwise the whole error. */
export function reportFailure(error: unknown): void {
  console.error(isPlain(error) ? error.message : error);
}

/** Why a server could not start, for the user who started it. */
export function reasonOf(error: unknown): string {
  if (isPlain(error)) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return 'That port is taken by another program. Choose another with PORT=…';
  if (code === 'ENOSPC') return 'The disk is full: make room where the data folder is.';
  if (code === 'EACCES') return `Permission denied: ${message}`;
  return error instanceof Error ? (error.stack ?? message) : String(error);
}
