import { BadSettings } from './config.ts';
import { CannotStart } from './db/cannot-start.ts';

/** What whoever runs Doorstep can mend; its message says how. */
const isPlain = (error: unknown): error is Error =>
  error instanceof BadSettings || error instanceof CannotStart;

/** Tells why a command failed: in a sentence where that is enough, else with all that is known. */
export function tellFailure(error: unknown): void {
  console.error(isPlain(error) ? error.message : error);
}

/** Why a server could not start, for whoever started it. */
export function reasonOf(error: unknown): string {
  if (isPlain(error)) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return 'That port is taken by another program. Choose another with PORT=…';
  if (code === 'ENOSPC') return 'The disk is full: make room where the data folder is.';
  if (code === 'EACCES') return `Permission denied: ${message}`;
  return error instanceof Error ? (error.stack ?? message) : String(error);
}
