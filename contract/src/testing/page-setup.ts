import { network } from './backend.ts';

let testsEnded = 0;
let isOver = false;

network.enable();
const send = globalThis.fetch;
// An answer that arrives after its test is never delivered. Otherwise, the page would make its next call
// during the next test.
globalThis.fetch = async (...call: Parameters<typeof fetch>) => {
  if (isOver) await new Promise(() => {});
  const before = testsEnded;
  const answered = await send(...call);
  if (before !== testsEnded) await new Promise(() => {});
  return answered;
};

/** React's development build reports mistakes, such as a missing key, as console errors. */
const reported: unknown[][] = [];
const report = console.error;
// This is not a mock of Vitest, because a test that restores all mocks would also restore `console.error`.
console.error = (...args: unknown[]) => {
  reported.push(args);
  report(...args);
};

/** Blocks further calls until the next test begins. Call this before a test's page is removed. */
export function stopCalls(): void {
  isOver = true;
}

/** Throws if the test logged errors to the console. Call this after a test's page was removed. */
export function startNextTest(): void {
  testsEnded += 1;
  isOver = false;
  network.resetHandlers();
  const errors = reported.splice(0);
  if (errors.length > 0) throw new Error(`On the console: ${errors.join('\n')}`);
}
