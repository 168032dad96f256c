import { reportUnlessLocked } from '../lock/lock.ts';
import { NoAnswer, Refusal } from '../session/api.ts';
import { SignInEnded } from '../session/renew.ts';
import { onSendWanted } from '../sync/queue.ts';
import { fetchTasks } from '../tasks/fetch-tasks.ts';

const askEvery = 120_000;

/**
 * Fetches the tasks while the lock is open and the page is visible: at once, after a sign-in and on "Send now",
 * when a network comes, and every two minutes. Returns a function that stops it.
 */
export function startFetchingTasks(): () => void {
  const ask = () => {
    if (document.visibilityState === 'visible') void fetchTasks().catch(ignoreExpected);
  };
  const timer = setInterval(ask, askEvery);
  const stopListening = onSendWanted(ask);
  window.addEventListener('online', ask);
  document.addEventListener('visibilitychange', ask);
  ask();
  return () => {
    clearInterval(timer);
    stopListening();
    window.removeEventListener('online', ask);
    document.removeEventListener('visibilitychange', ask);
  };
}

/** Without a network the phone goes on with the tasks it has; that the password is wanted is shown elsewhere. */
function ignoreExpected(error: unknown): void {
  const isExpected =
    error instanceof NoAnswer || error instanceof Refusal || error instanceof SignInEnded;
  if (!isExpected) reportUnlessLocked(error);
}
