import '../styles/theme.css';
import { network } from '@doorstep/contract/testing/backend';
import React from 'react';
import { flushSync } from 'react-dom';
import { afterEach, beforeAll, vi } from 'vitest';

// What makes a PIN slow to guess would take half a second of each test. `lock.test.ts` holds how slow it is.
const { subtle } = crypto;
const deriveKey = subtle.deriveKey.bind(subtle);
subtle.deriveKey = (algorithm, ...rest) =>
  deriveKey(
    typeof algorithm === 'object' && 'iterations' in algorithm
      ? { ...algorithm, iterations: 1 }
      : algorithm,
    ...rest,
  );

if (!('act' in React)) {
  // What the tests render through is missing in React's production build: what was rendered stands when it returns.
  Object.assign(React, {
    act: async (render: () => Promise<void>) => {
      const rendered = flushSync(render);
      await rendered;
    },
  });
}

beforeAll(async () => {
  await network.start({ quiet: true });
});

const reported = vi.spyOn(console, 'error');

afterEach(() => {
  // React's development build reports mistakes there: a missing key, a state changed outside of `act`, an effect that does not end.
  const errors = reported.mock.calls.splice(0);
  if (errors.length > 0) throw new Error(`On the console: ${errors.join('\n')}`);
  network.resetHandlers();
});
