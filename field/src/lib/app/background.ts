import { whileOpen } from '../lock/lock.ts';
import { startReminders } from '../news/remind.ts';
import { startSendRetries } from '../sync/retry-sending.ts';
import { requestPersistence } from './request-persistence.ts';
import { startFetchingTasks } from './start-fetching-tasks.ts';

export function startBackground(): void {
  startSendRetries();
  startReminders();
  whileOpen(startFetchingTasks);
  whileOpen(requestPersistence);
}
