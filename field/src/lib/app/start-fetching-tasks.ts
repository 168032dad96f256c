import { reportUnlessLocked } from '../lock/lock.ts';
import { NoAnswer, Refusal } from '../session/api.ts';
import { SignInEnded } from '../session/renew.ts';
import { onSendWanted } from '../sync/queue.ts';
import { fetchTasks } from '../tasks/fetch-tasks.ts';

const askEvery = 120_000;

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

/**
 * Ignores a missing network and errors of the server, because the phone shows its stored tasks. Ignores an
 * ended session, because other screens ask for a sign-in.
 */
function ignoreExpected(error: unknown): void {
  const isExpected =
    error instanceof NoAnswer || error instanceof Refusal || error instanceof SignInEnded;
  if (!isExpected) reportUnlessLocked(error);
}
