import '../styles/theme.css';
import { network } from '@doorstep/contract/testing/backend';
import React from 'react';
import { flushSync } from 'react-dom';
import { afterEach, beforeAll } from 'vitest';

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

/** What was reported on the console since the last test: React's development build tells mistakes there, such as a missing key. */
const reported: unknown[][] = [];
const report = console.error;
// No mock of Vitest: a test that restores all mocks would restore it too.
console.error = (...args: unknown[]) => {
  reported.push(args);
  report(...args);
};

afterEach(() => {
  network.resetHandlers();
  const errors = reported.splice(0);
  if (errors.length > 0) throw new Error(`On the console: ${errors.join('\n')}`);
});
