import { ignoreFull, writeMeta } from '../db/database.ts';
import { NoAnswer, signalOf } from '../session/api.ts';
import { untilBrokenOff } from './break-off.ts';

const within = 10_000;

/**
 * Checks that the server answers, by the contents of its answer: a hotel's sign-in page answers too. Stores how far the phone's
 * clock is from the server's. Rejects with NoAnswer.
 */
export async function reachServer(): Promise<void> {
  const asked = Date.now();
  let response: Response;
  let body: unknown;
  try {
    response = await fetch('/readyz', {
      cache: 'no-store',
      credentials: 'omit',
      signal: signalOf(within, untilBrokenOff()),
    });
    body = await response.json();
  } catch (cause) {
    throw new NoAnswer('The server could not be reached.', { cause });
  }
  if (!response.ok || Object(body).status !== 'ready') {
    throw new NoAnswer('What answered is not the server.');
  }
  const serverTime = Date.parse(response.headers.get('Date') ?? '');
  // The header has whole seconds; the answer was sent about half-way between both times.
  const now = (asked + Date.now()) / 2;
  if (Number.isNaN(serverTime)) return;
  await writeMeta('clock', { offsetMs: Math.round(now - serverTime - 500) }).catch(ignoreFull);
}
