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
  // React's production build lacks `act`, which the tests render through. This one renders synchronously.
  Object.assign(React, {
    act: async (render: () => Promise<void>) => {
      const rendered = flushSync(render);
      await rendered;
    },
  });
}

// A call that a test delays must not time out because a busy machine is slow to answer.
const timeoutAfter = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (delay) =>
  delay === limits.httpTimeout ? new AbortController().signal : timeoutAfter(delay);
const setTimer = globalThis.setTimeout;
globalThis.setTimeout = ((...call: Parameters<typeof setTimeout>) =>
  call[1] === limits.httpTimeout ? 0 : setTimer(...call)) as typeof setTimeout;

beforeEach(() => {
  localStorage.clear();
  // A page that was left may still report what became of its last call.
  dismissToast();
});

afterEach(async () => {
  // Imported late, because it looks for `act` when it is loaded.
  const { cleanup } = await import('vitest-browser-react');
  // Otherwise the page would be left in the next test, and make its last calls there.
  stopCalls();
  await cleanup();
  // The next file's modules read it before its first test.
  localStorage.clear();
});
