import { whileOpen } from '../lock/lock.ts';
import { keepSending } from '../sync/keep-sending.ts';
import { keepCurrent } from './keep-current.ts';

/** What goes on behind the screens: sending what waits, and asking for tasks while the lock is open. */
export function startBackground(): void {
  keepSending();
  whileOpen(keepCurrent);
}
