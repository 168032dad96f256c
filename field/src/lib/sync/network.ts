import { NoAnswer, signalOf } from '../session/api.ts';
import { noteClock } from '../session/clock.ts';
import { sendingSignal } from './cancel-sending.ts';

const within = 10_000;

/**
 * Checks that the server can be reached. Checks the content of the answer, because the sign-in page of a
 * hotel's network answers too. Rejects with NoAnswer.
 */
export async function reachServer(): Promise<void> {
  const asked = Date.now();
  let response: Response;
  let body: unknown;
  try {
    response = await fetch('/readyz', {
      cache: 'no-store',
      credentials: 'omit',
      signal: signalOf(within, sendingSignal()),
    });
    body = await response.json();
  } catch (cause) {
    throw new NoAnswer('The server could not be reached.', { cause });
  }
  if (!response.ok || Object(body).status !== 'ready') {
    throw new NoAnswer('The server did not answer that it is ready.');
  }
  await noteClock(asked, response);
}
