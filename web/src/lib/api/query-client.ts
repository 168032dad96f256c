import { notifyManager, onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError, isUnanswered } from './api-error.ts';
import { onConnectionChange } from './connection.ts';

// Renders the effect of a first click before the second click of a double-click. The default scheduler is a
// timer, which runs after the second click.
notifyManager.setScheduler(queueMicrotask);

onlineManager.setEventListener(onConnectionChange);

const passing = new Set([502, 503, 504]);

/**
 * Retries once if the connection was lost or the backend is restarting. Other failures are shown immediately.
 */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures > 0 || !(error instanceof ApiError)) return false;
  return error.kind === 'network' || passing.has(error.status ?? 0);
}

/**
 * Returns milliseconds: half a second, or the delay that a busy server asks for. That delay is at most four
 * seconds, and is then changed randomly by up to 25 %.
 */
function retryDelay(_: number, error: Error): number {
  const seconds = error instanceof ApiError ? error.retryAfter : undefined;
  return seconds === undefined ? 500 : Math.min(seconds, 4) * (750 + Math.random() * 500);
}

/**
 * Fails immediately while offline. A queued change would be sent when the network returns, even if the user
 * cancelled it long before.
 */
const networkMode = 'always';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: isWorthRetrying,
        retryDelay,
        networkMode,
        // Queries that failed without an answer are fetched again, even if their data are recent.
        refetchOnReconnect: ({ state }) => (isUnanswered(state.error) ? 'always' : true),
      },
      mutations: { networkMode },
    },
  });
}
