/**
 * The record `tries`. A correct try deletes the record instead of resetting the count, because a full phone
 * has no room for a write.
 */
export interface Tries {
  wrong: number;
  /** The time before which no try is accepted, in milliseconds since 1970. */
  waitUntil: number;
}

export const noTries: Tries = { wrong: 0, waitUntil: 0 };

const triesBeforeWait = 5;
export const triesInAll = 10;
const firstWait = 30_000;

/** Returns the number of tries left before the first wait, and from then on before the work is deleted. */
export const triesLeft = ({ wrong }: Tries) =>
  wrong < triesBeforeWait ? triesBeforeWait - wrong : triesInAll - wrong;

export function countOne(before: Tries): Tries {
  const wrong = before.wrong + 1;
  const waits = wrong - triesBeforeWait;
  return { wrong, waitUntil: waits < 0 ? 0 : Date.now() + firstWait * 2 ** waits };
}
