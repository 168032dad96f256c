import { limits } from '@doorstep/contract/limits';

// Calls have no timeout, because a slow machine could exceed it while a test delays the answer.
const timeoutAfter = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (delay) =>
  delay === limits.httpTimeout ? new AbortController().signal : timeoutAfter(delay);
const setTimer = globalThis.setTimeout;
globalThis.setTimeout = ((...call: Parameters<typeof setTimeout>) =>
  call[1] === limits.httpTimeout ? 0 : setTimer(...call)) as typeof setTimeout;
