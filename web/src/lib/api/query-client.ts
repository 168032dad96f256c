import { notifyManager, onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError, isUnanswered } from './api-error.ts';
import { onConnectionChange } from './connection.ts';

// Shows the effect of a first click before a double-click's second one. The default scheduler, a timer, runs after it.
notifyManager.setScheduler(queueMicrotask);

onlineManager.setEventListener(onConnectionChange);

const passing = new Set([502, 503, 504]);

/** Retries temporary failures once (a lost connection, a restarting backend). Other failures are shown immediately. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures > 0 || !(error instanceof ApiError)) return false;
  return error.kind === 'network' || passing.has(error.status ?? 0);
}

/** Returns the delay (ms): what a busy server asks for, spread out and at most five seconds. */
function retryDelay(_: number, error: Error): number {
  const seconds = error instanceof ApiError ? error.retryAfter : undefined;
  return seconds === undefined ? 500 : Math.min(seconds, 4) * (750 + Math.random() * 500);
}

/** Fails immediately while offline. A queued change would be sent when the network returns, long after the user cancelled it. */
const networkMode = 'always';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: isWorthRetrying,
        retryDelay,
        networkMode,
        // Queries without an answer are fetched again, however recent their data are.
        refetchOnReconnect: ({ state }) => (isUnanswered(state.error) ? 'always' : true),
      },
      mutations: { networkMode },
    },
  });
}
