/** How far this browser's clock is ahead of the server's (ms), by the last answer; 0 if no answer had the time. */
let ahead = 0;

/** Records the server's time from an answer. */
export function noteClock(response: Response): void {
  const now = Date.parse(response.headers.get('Date') ?? '');
  if (!Number.isNaN(now)) ahead = Date.now() - now;
}

/** Returns a server's moment on this browser's clock (ms), for counting seconds. */
export const toBrowserClock = (moment: string): number => Date.parse(moment) + ahead;
