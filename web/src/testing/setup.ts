import '../styles/theme.css';
import '../styles/inputs.css';
import '../styles/pieces.css';
import { startNextTest, stopCalls } from '@doorstep/contract/testing/page-setup';
import React from 'react';
import { flushSync } from 'react-dom';
import { afterEach, beforeEach } from 'vitest';
import { noteAnswer } from '../lib/api/connection.ts';
import { noteClock } from '../lib/api/server-clock.ts';
import { ownChanges } from '../lib/live/refetch-changed.ts';
import { dismissToast } from '../ui/feedback/toast.ts';
import './endless-calls.ts';

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

// All test files share one page and its modules, so the state of these modules is reset before each test.
beforeEach(() => {
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage'));
  // Undoes what the last calls of an earlier test's page have left.
  dismissToast();
  noteAnswer();
  noteClock(new Response(null, { headers: { Date: new Date().toUTCString() } }));
  ownChanges.clear();
});

afterEach(async () => {
  // Imports the module only now, because it looks for `act` when it is loaded.
  const { cleanup } = await import('vitest-browser-react');
  // Waits for a running renewal of the session, because the next test would share it.
  await navigator.locks?.request('doorstep-refresh', () => {});
  // Unmounts the page now. Otherwise it would be unmounted during the next test, and make its last calls in
  // that test.
  stopCalls();
  await cleanup();
  localStorage.clear();
  startNextTest();
});
