/**
 * The milliseconds by which this browser's clock is ahead of the server's clock. 0 until an answer contains
 * the time.
 */
let ahead = 0;

export function noteClock(response: Response): void {
  const now = Date.parse(response.headers.get('Date') ?? '');
  if (!Number.isNaN(now)) ahead = Date.now() - now;
}

/** Converts a time from the server to milliseconds on this browser's clock. */
export const toBrowserClock = (moment: string): number => Date.parse(moment) + ahead;
