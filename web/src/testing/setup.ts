import '../styles/theme.css';
import '../styles/inputs.css';
import '../styles/pieces.css';
import { limits } from '@doorstep/contract/limits';
import { stopCalls } from '@doorstep/contract/testing/page-setup';
import React from 'react';
import { flushSync } from 'react-dom';
import { afterEach, beforeEach } from 'vitest';
import { dismissToast } from '../ui/feedback/toast.ts';

if (!('act' in React)) {
  // What the tests render through is missing in React's production build: what was rendered stands when it returns.
  Object.assign(React, {
    act: async (render: () => Promise<void>) => {
      const rendered = flushSync(render);
      await rendered;
    },
  });
}

// A call that a test holds must not be given up because a busy machine is slow to come to its answer.
const timeoutAfter = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (delay) =>
  delay === limits.httpTimeout ? new AbortController().signal : timeoutAfter(delay);
const setTimer = globalThis.setTimeout;
globalThis.setTimeout = ((...call: Parameters<typeof setTimeout>) =>
  call[1] === limits.httpTimeout ? 0 : setTimer(...call)) as typeof setTimeout;

beforeEach(() => {
  localStorage.clear();
});

afterEach(async () => {
  // Not before: it looks for `act` when it is loaded.
  const { cleanup } = await import('vitest-browser-react');
  // Else the page would be left in the next test, and make its last calls there.
  stopCalls();
  await cleanup();
  dismissToast();
  // The next file's modules read it before its first test.
  localStorage.clear();
});
