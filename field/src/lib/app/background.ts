import { whileOpen } from '../lock/lock.ts';
import { startSendRetries } from '../sync/retry-sending.ts';
import { askUntilKept } from './keep-stored.ts';
import { startFetchingTasks } from './start-fetching-tasks.ts';

/** Starts what runs in the background: sending finished visits; and, while the lock is open, fetching tasks and asking for kept storage. */
export function startBackground(): void {
  startSendRetries();
  whileOpen(startFetchingTasks);
  whileOpen(askUntilKept);
}
