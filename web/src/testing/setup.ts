import '../styles/theme.css';
import '../styles/inputs.css';
import '../styles/pieces.css';
import { network } from '@doorstep/contract/testing/backend';
import React from 'react';
import { flushSync } from 'react-dom';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
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

beforeAll(async () => {
  await network.start({ quiet: true });
});

beforeEach(() => {
  localStorage.clear();
});

const reported = vi.spyOn(console, 'error');

afterEach(() => {
  // React's development build reports mistakes there: a missing key, a state changed outside of `act`, an effect that does not end.
  const errors = reported.mock.calls.splice(0);
  if (errors.length > 0) throw new Error(`On the console: ${errors.join('\n')}`);
  network.resetHandlers();
  dismissToast();
});
