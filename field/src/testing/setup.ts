import '../styles/theme.css';
import { stopCalls } from '@doorstep/contract/testing/page-setup';
import React from 'react';
import { flushSync } from 'react-dom';
import { afterEach } from 'vitest';

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

afterEach(async () => {
  // Not before: it looks for `act` when it is loaded.
  const { cleanup } = await import('vitest-browser-react');
  // Else the page would be left in the next test, and make its last calls there.
  stopCalls();
  await cleanup();
});
