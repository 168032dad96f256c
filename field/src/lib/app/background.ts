import { whileOpen } from '../lock/lock.ts';
import { keepSending } from '../sync/keep-sending.ts';
import { keepCurrent } from './keep-current.ts';

/** Starts what runs in the background: sending finished visits, and fetching tasks while the lock is open. */
export function startBackground(): void {
  keepSending();
  whileOpen(keepCurrent);
}
