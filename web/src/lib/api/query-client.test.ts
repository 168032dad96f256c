import { expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';

const delayAfter = (error: Error) => {
  const { retryDelay } = createQueryClient().getDefaultOptions().queries ?? {};
  return typeof retryDelay === 'function' ? retryDelay(0, error) : retryDelay;
};

test('retries a temporary failure after half a second', () => {
  expect(delayAfter(new ApiError('network'))).toBe(500);
  expect(delayAfter(new ApiError('http', { status: 502 }))).toBe(500);
});

test.each([
  [0, 1, 750],
  [1, 1, 1_250],
  [0.5, 60, 4_000],
])(
  'retries a busy server at its time, spread out (%d), within five seconds',
  (luck, retryAfter, delay) => {
    vi.spyOn(Math, 'random').mockReturnValue(luck);
    expect(delayAfter(new ApiError('http', { status: 503, retryAfter }))).toBe(delay);
  },
);
