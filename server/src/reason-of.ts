import { BadSettings } from './config.ts';
import { CannotStart } from './db/cannot-start.ts';

/** Why a server could not start, for whoever started it. */
export function reasonOf(error: unknown): string {
  if (error instanceof BadSettings || error instanceof CannotStart) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return 'That port is taken by another program. Choose another with PORT=…';
  if (code === 'EACCES') return `Permission denied: ${message}`;
  return error instanceof Error ? (error.stack ?? message) : String(error);
}
