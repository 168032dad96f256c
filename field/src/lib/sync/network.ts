import { NoAnswer, signalOf } from '../session/api.ts';
import { noteClock } from '../session/clock.ts';
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
  await noteClock(asked, response);
}
