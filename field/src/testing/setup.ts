import '../styles/theme.css';
import { startNextTest, stopCalls } from '@doorstep/contract/testing/page-setup';
import React from 'react';
import { flushSync } from 'react-dom';
import { afterEach } from 'vitest';

// The slow key derivation would take half a second of each test. `lock.test.ts` asserts how slow it is.
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
  // React's production build lacks `act`, which the tests render through. This one renders synchronously.
  Object.assign(React, {
    act: async (render: () => Promise<void>) => {
      const rendered = flushSync(render);
      await rendered;
    },
  });
}

afterEach(async () => {
  // Imported late, because it looks for `act` when it is loaded.
  const { cleanup } = await import('vitest-browser-react');
  // Otherwise the page would be left in the next test, and make its last calls there.
  stopCalls();
  await cleanup();
  startNextTest();
});
