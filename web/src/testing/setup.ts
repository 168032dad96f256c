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
  // React's production build lacks `act`, which the tests render through. This one renders synchronously.
  Object.assign(React, {
    act: async (render: () => Promise<void>) => {
      const rendered = flushSync(render);
      await rendered;
    },
  });
}

// All files share one page and its modules, so this resets what those remember.
beforeEach(() => {
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage'));
  // A page that was left may still report what became of its last call.
  dismissToast();
  noteAnswer();
  noteClock(new Response(null, { headers: { Date: new Date().toUTCString() } }));
  ownChanges.clear();
});

afterEach(async () => {
  // Imported late, because it looks for `act` when it is loaded.
  const { cleanup } = await import('vitest-browser-react');
  // A renewal of the session that never ends would be shared with the next test.
  await navigator.locks?.request('doorstep-refresh', () => {});
  // Otherwise the page would be left in the next test, and make its last calls there.
  stopCalls();
  await cleanup();
  localStorage.clear();
  startNextTest();
});
