import { BadSettings } from '../config.ts';
import { CannotStart } from '../db/cannot-start.ts';

/** Whether the operator can fix the error. Then its message says how, and the stack trace isn't needed. */
const isPlain = (error: unknown): error is Error =>
  error instanceof BadSettings || error instanceof CannotStart;

export function reportFailure(error: unknown): void {
  console.error(isPlain(error) ? error.message : error);
}

export function reasonOf(error: unknown): string {
  if (isPlain(error)) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return 'Another program uses this port. Choose another port with PORT=…';
  if (code === 'ENOSPC') return 'The disk is full. Free some space on the disk of the data folder.';
  if (code === 'EACCES') return `Permission denied: ${message}`;
  return error instanceof Error ? (error.stack ?? message) : String(error);
}
