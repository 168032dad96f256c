import { network } from './backend.ts';

let testsEnded = 0;
let isOver = false;

network.enable();
const send = globalThis.fetch;
// An answer that arrives after its test is never delivered: the page's next call would count in the next test.
globalThis.fetch = async (...call: Parameters<typeof fetch>) => {
  if (isOver) await new Promise(() => {});
  const before = testsEnded;
  const answered = await send(...call);
  if (before !== testsEnded) await new Promise(() => {});
  return answered;
};

/** Console errors since the last test: React's development build reports mistakes there, such as a missing key. */
const reported: unknown[][] = [];
const report = console.error;
// Not a mock of Vitest: a test that restores all mocks would restore it too.
console.error = (...args: unknown[]) => {
  reported.push(args);
  report(...args);
};

/** Call it before a test's page is removed: further calls go nowhere until the next test begins. */
export function stopCalls(): void {
  isOver = true;
}

/** Call it when a test's page is removed. Forgets the test's answers; throws if it left errors on the console. */
export function startNextTest(): void {
  testsEnded += 1;
  isOver = false;
  network.resetHandlers();
  const errors = reported.splice(0);
  if (errors.length > 0) throw new Error(`On the console: ${errors.join('\n')}`);
}
