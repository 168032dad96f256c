import { beforeAll, beforeEach } from 'vitest';

// Stores the real timer before a test replaces it with a fake one.
const setTimer = globalThis.setTimeout;

/** Waits a random time, so that two calls may change places. */
const passTime = () => new Promise((resolve) => setTimer(resolve, Math.random() ** 2 * 300));

let testsBegun = 0;
beforeEach(() => void (testsBegun += 1));

// Delays each call and its answer, so that a test that assumes an order fails.
beforeAll(() => {
  const send = globalThis.fetch;
  globalThis.fetch = async (...call: Parameters<typeof fetch>) => {
    const before = testsBegun;
    // Never continues after the end of the test, because the call would count in the next test.
    const passTimeOfTest = async () => {
      await passTime();
      if (before !== testsBegun) await new Promise(() => {});
    };
    await passTimeOfTest();
    const answered = await send(...call);
    await passTimeOfTest();
    return answered;
  };
  return () => {
    globalThis.fetch = send;
  };
});
