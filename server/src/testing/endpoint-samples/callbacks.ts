import type { callbacksEndpoints } from '@doorstep/contract/wire/endpoint-list/callbacks';
import { about, nothing, type Sample, verification } from '../endpoint-sample.ts';
import type { TestApp, Visitor } from '../test-app.ts';

async function withCallback(server: TestApp, asker: Visitor) {
  const { params } = await verification(server);
  await asker.post(`review/${params.id}/callbacks/ask/`);
  return { params };
}

export const callbacksSamples: Record<keyof typeof callbacksEndpoints, Sample> = {
  listCallbacks: { ...nothing, bad: { query: { state: 'late' } } },
  askCallback: {
    ...about(verification),
    ...{ audit: 'verification.ask_callback', changes: 'callbacks' },
  },
  showNumber: {
    ...about(verification),
    ...{ audit: 'verification.view_number', changes: 'callbacks' },
  },
  recordCallback: {
    ...about(withCallback, { result: 'no_answer' }, { result: 'differs' }),
    ...{ audit: 'verification.record_callback', changes: 'callback_calls' },
  },
};
