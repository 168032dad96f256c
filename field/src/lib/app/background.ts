import { whileOpen } from '../lock/lock.ts';
import { keepSending } from '../sync/keep-sending.ts';
import { keepCurrent } from './keep-current.ts';
import { askUntilKept } from './keep-stored.ts';

/** Starts what runs in the background: sending finished visits; and, while the lock is open, fetching tasks and asking for kept storage. */
export function startBackground(): void {
  keepSending();
  whileOpen(keepCurrent);
  whileOpen(askUntilKept);
}
