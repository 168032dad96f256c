import { notifyManager, onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError, isUnanswered } from './api-error.ts';
import { onConnectionChange } from './connection.ts';

// A double click must find the first click's effect on the screen; a timer, the default, runs after the second one.
notifyManager.setScheduler(queueMicrotask);

onlineManager.setEventListener(onConnectionChange);

const passing = new Set([502, 503, 504]);

/** One more try for what passes by itself (a lost connection, a restarting backend); everything else is shown at once. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures > 0 || !(error instanceof ApiError)) return false;
  return error.kind === 'network' || passing.has(error.status ?? 0);
}

/** Milliseconds. What a busy server asks for, not all at the same moment, and never so long that someone wonders. */
function retryDelay(_: number, error: Error): number {
  const seconds = error instanceof ApiError ? error.retryAfter : undefined;
  return seconds === undefined ? 500 : Math.min(seconds, 4) * (750 + Math.random() * 500);
}

/** Offline everything fails at once: held back, a change would be sent when the network returns, long after it was given up. */
const networkMode = 'always';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: isWorthRetrying,
        retryDelay,
        networkMode,
        // What got no answer is fetched again however new its last data are.
        refetchOnReconnect: ({ state }) => (isUnanswered(state.error) ? 'always' : true),
      },
      mutations: { networkMode },
    },
  });
}
