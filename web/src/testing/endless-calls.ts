import { limits } from '@doorstep/contract/limits';

// A slow machine could exceed the timeout of calls while a test delays the answer, so calls have no
// timeout.
const timeoutAfter = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (delay) =>
  delay === limits.httpTimeout ? new AbortController().signal : timeoutAfter(delay);
const setTimer = globalThis.setTimeout;
globalThis.setTimeout = ((...call: Parameters<typeof setTimeout>) =>
  call[1] === limits.httpTimeout ? 0 : setTimer(...call)) as typeof setTimeout;
