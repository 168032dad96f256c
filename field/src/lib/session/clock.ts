import { ignoreFull, writeMeta } from '../db/database.ts';

/**
 * Stores the difference between the phone's clock and the server's, from the `Date` header of an answer.
 * Visits contain the difference, so that the office shows the right times even if the phone's clock is
 * wrong. `asked` is the time when the request began (ms).
 */
export async function noteClock(asked: number, { headers }: Response): Promise<void> {
  const serverTime = Date.parse(headers.get('Date') ?? '');
  if (Number.isNaN(serverTime)) return;
  // The header has whole seconds, so the server's time is on average half a second later than the header. The
  // answer was sent about half-way between `asked` and now.
  const now = (asked + Date.now()) / 2;
  await writeMeta('clock', { offsetMs: Math.round(now - serverTime - 500) }).catch(ignoreFull);
}
