import { BadSettings } from '../config.ts';
import { CannotStart } from '../db/cannot-start.ts';

/** Whether the operator can fix the error. The message of such an error says how. */
const isPlain = (error: unknown): error is Error =>
  error instanceof BadSettings || error instanceof CannotStart;

/** Prints why a command failed: only the message if the operator can fix the error, otherwise the whole error. */
export function reportFailure(error: unknown): void {
  console.error(isPlain(error) ? error.message : error);
}

/** Returns why a server could not start, for the operator. */
export function reasonOf(error: unknown): string {
  if (isPlain(error)) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return 'Another program uses this port. Choose another port with PORT=…';
  if (code === 'ENOSPC') return 'The disk is full. Free some space on the disk of the data folder.';
  if (code === 'EACCES') return `Permission denied: ${message}`;
  return error instanceof Error ? (error.stack ?? message) : String(error);
}
