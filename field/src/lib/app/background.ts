import { whileOpen } from '../lock/lock.ts';
import { startReminders } from '../news/remind.ts';
import { startSendRetries } from '../sync/retry-sending.ts';
import { requestPersistence } from './request-persistence.ts';
import { startFetchingTasks } from './start-fetching-tasks.ts';

/** Starts sending and reminders. While the app is unlocked, also fetches tasks and asks for persistent storage. */
export function startBackground(): void {
  startSendRetries();
  startReminders();
  whileOpen(startFetchingTasks);
  whileOpen(requestPersistence);
}
