/** Milliseconds that this browser's clock is ahead of the server's, by its last answer; 0 where none says what time it is. */
let ahead = 0;

/** Notes what time it is at the server. */
export function noteClock(response: Response): void {
  const now = Date.parse(response.headers.get('Date') ?? '');
  if (!Number.isNaN(now)) ahead = Date.now() - now;
}

/** A moment of the server's by this browser's clock, in milliseconds, to count seconds from. */
export const byOwnClock = (moment: string): number => Date.parse(moment) + ahead;
