import { ignoreFull, writeMeta } from '../db/database.ts';

/**
 * Stores how far the phone's clock is from the server's, by the `Date` header of an answer to a call that began at `asked` (ms).
 * Visits carry it, so that the office shows the right times where the phone's clock is wrong.
 */
export async function noteClock(asked: number, { headers }: Response): Promise<void> {
  const serverTime = Date.parse(headers.get('Date') ?? '');
  if (Number.isNaN(serverTime)) return;
  // The header has whole seconds; the answer was sent about half-way between both times.
  const now = (asked + Date.now()) / 2;
  await writeMeta('clock', { offsetMs: Math.round(now - serverTime - 500) }).catch(ignoreFull);
}
