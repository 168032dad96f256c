import '../styles/theme.css';
import { startNextTest, stopCalls } from '@doorstep/contract/testing/page-setup';
import React from 'react';
import { flushSync } from 'react-dom';
import { afterEach, vi } from 'vitest';
import { showLanguage } from '../words/language.ts';
import { endTroubles } from './troubles.ts';

// Makes the key derivation fast, because it would take half a second of each test. `lock.test.ts` asserts
// the real number of rounds.
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
  // React's production build lacks `act`, which the tests use to render. This replacement renders
  // synchronously.
  Object.assign(React, {
    act: async (render: () => Promise<void>) => {
      const rendered = flushSync(render);
      await rendered;
    },
  });
}

afterEach(async () => {
  // Imports the package late, because it looks for `act` when it is loaded.
  const { cleanup } = await import('vitest-browser-react');
  // Stops API calls first, because the page would otherwise make its last API calls in the next test.
  stopCalls();
  await cleanup();
  endTroubles();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await showLanguage('en');
  history.replaceState(null, '', '/');
  startNextTest();
});
