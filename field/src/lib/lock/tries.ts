/** The record `tries`, beside that of the lock. It is deleted after a right try: a full phone has no room to count back. */
export interface Tries {
  /** Wrong ones since the last right one. */
  wrong: number;
  /** The time (ms) before which no other is accepted. */
  waitUntil: number;
}

export const noTries: Tries = { wrong: 0, waitUntil: 0 };

const triesBeforeWait = 5;
export const triesInAll = 10;
const firstWait = 30_000;

/** Tries left before a wait, or before the work is forgotten. */
export const triesLeft = ({ wrong }: Tries) =>
  wrong < triesBeforeWait ? triesBeforeWait - wrong : triesInAll - wrong;

/** One try more, as if it were wrong. */
export function countOne(before: Tries): Tries {
  const wrong = before.wrong + 1;
  const waits = wrong - triesBeforeWait;
  return { wrong, waitUntil: waits < 0 ? 0 : Date.now() + firstWait * 2 ** waits };
}
