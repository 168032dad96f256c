import { AsyncLocalStorage } from 'node:async_hooks';

/** Milliseconds that a request may wait for connections to the database, over all that it asks of it. */
const longestWait = 750;

const requests = new AsyncLocalStorage<{ left: number }>();

/** Does a request's work, of whose patience each wait within takes its share. */
export const withPatience = <T>(work: () => T): T => requests.run({ left: longestWait }, work);

/** From here on nobody waits for the answer as a whole: what streams for minutes may wait each time anew. */
export function waiveWaiting(): void {
  const request = requests.getStore();
  if (request) request.left = Number.POSITIVE_INFINITY;
}

/** Waits for what `wait` brings within the given milliseconds, or within what patience is left. */
export async function spendPatience<T>(
  atMost: number,
  wait: (atMost: number) => Promise<T>,
): Promise<T> {
  const request = requests.getStore();
  if (!request) return wait(atMost);
  const began = performance.now();
  try {
    return await wait(Math.max(0, Math.min(atMost, request.left)));
  } finally {
    request.left -= performance.now() - began;
  }
}
