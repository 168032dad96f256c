import { beforeAll, beforeEach } from 'vitest';

// Before a test replaces it by a fake one.
const setTimer = globalThis.setTimeout;

/** Passes a different time for each call, so that two of them may change places. */
const passTime = () => new Promise((resolve) => setTimer(resolve, Math.random() ** 2 * 300));

let testsBegun = 0;
beforeEach(() => void (testsBegun += 1));

// Each call reaches the fake server late, and its answer the page: a test that assumes either fails.
beforeAll(() => {
  const send = globalThis.fetch;
  globalThis.fetch = async (...call: Parameters<typeof fetch>) => {
    const before = testsBegun;
    await passTime();
    // A call of a test that is over would count in the next one.
    if (before !== testsBegun) await new Promise(() => {});
    const answered = await send(...call);
    await passTime();
    return answered;
  };
});
