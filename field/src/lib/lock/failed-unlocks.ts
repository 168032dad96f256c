/**
 * The record `tries`. The right PIN or passphrase deletes the record instead of resetting the count, because
 * a full phone has no room for a write.
 */
export interface FailedUnlocks {
  wrong: number;
  /** The time before which no unlock is accepted, in milliseconds since 1970. */
  waitUntil: number;
}

export const noFailedUnlocks: FailedUnlocks = { wrong: 0, waitUntil: 0 };

const failuresBeforeWait = 5;
export const mostFailures = 10;
const firstWait = 30_000;

/**
 * Returns how many wrong PINs are left before the first wait, and from then on before the work is deleted.
 */
export const triesLeft = ({ wrong }: FailedUnlocks) =>
  wrong < failuresBeforeWait ? failuresBeforeWait - wrong : mostFailures - wrong;

export function countFailure(before: FailedUnlocks): FailedUnlocks {
  const wrong = before.wrong + 1;
  const waits = wrong - failuresBeforeWait;
  return { wrong, waitUntil: waits < 0 ? 0 : Date.now() + firstWait * 2 ** waits };
}
