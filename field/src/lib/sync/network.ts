import { ignoreFull, writeMeta } from '../db/database.ts';
import { NoAnswer } from '../session/api.ts';

const within = 10_000;

/**
 * Whether the server answers, by what it says: a hotel's sign-in page answers too. Keeps how far the phone's clock is from the
 * server's. Rejects with NoAnswer.
 */
export async function reachServer(): Promise<void> {
  const asked = Date.now();
  let response: Response;
  let body: unknown;
  try {
    response = await fetch('/readyz', {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(within),
    });
    body = await response.json();
  } catch (cause) {
    throw new NoAnswer('The server could not be reached.', { cause });
  }
  if (!response.ok || Object(body).status !== 'ready') {
    throw new NoAnswer('What answered is not the server.');
  }
  const told = Date.parse(response.headers.get('Date') ?? '');
  // The header leaves the milliseconds out; the answer was under way for half of the time, about.
  const now = (asked + Date.now()) / 2;
  if (Number.isNaN(told)) return;
  await writeMeta('clock', { offsetMs: Math.round(now - told - 500) }).catch(ignoreFull);
}
