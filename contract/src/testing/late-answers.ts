import { beforeAll, beforeEach } from 'vitest';

// Stored before a test replaces it by a fake one.
const setTimer = globalThis.setTimeout;

/** Waits a different time for each call, so that two of them may change places. */
const passTime = () => new Promise((resolve) => setTimer(resolve, Math.random() ** 2 * 300));

let testsBegun = 0;
beforeEach(() => void (testsBegun += 1));

// Delays each call and its answer: a test that assumes an order fails.
beforeAll(() => {
  const send = globalThis.fetch;
  globalThis.fetch = async (...call: Parameters<typeof fetch>) => {
    const before = testsBegun;
    // A call or an answer of a finished test would count in the next one.
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
