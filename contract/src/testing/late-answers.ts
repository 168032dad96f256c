import { beforeAll, beforeEach } from 'vitest';

// The real timer, stored before a test replaces it with a fake one.
const setTimer = globalThis.setTimeout;

/** Waits a random time, so that two calls may finish in either order. */
const passTime = () => new Promise((resolve) => setTimer(resolve, Math.random() ** 2 * 300));

let testsBegun = 0;
beforeEach(() => void (testsBegun += 1));

// Delays each call and each answer by a random time, so that a test that relies on their order fails.
beforeAll(() => {
  const send = globalThis.fetch;
  globalThis.fetch = async (...call: Parameters<typeof fetch>) => {
    const before = testsBegun;
    // A call of an earlier test never continues. Otherwise it would count as a call of the current test.
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
