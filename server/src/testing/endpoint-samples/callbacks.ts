import type { callbacksEndpoints } from '@doorstep/contract/wire/endpoint-list/callbacks';
import { asked, none, nothing, type Sample, verification } from '../endpoint-sample.ts';

export const callbacksSamples: Record<keyof typeof callbacksEndpoints, Sample> = {
  listCallbacks: { good: nothing, bad: { query: { state: 'late' } } },
  askCallback: {
    good: verification,
    unknown: none,
    audit: 'verification.ask_callback',
    changes: 'callbacks',
  },
  showNumber: {
    good: verification,
    unknown: none,
    audit: 'verification.view_number',
    changes: 'callbacks',
  },
  recordCallback: {
    good: async (server, asker) => {
      const { params } = await verification(server);
      const url = `/api/v1/review/${params.id}/callbacks/ask/`;
      await server.app.inject({ method: 'POST', url, headers: asked(asker).headers });
      return { params, payload: { result: 'no_answer' } };
    },
    unknown: { ...none, payload: { result: 'no_answer' } },
    bad: { params: { id: 1 }, payload: { result: 'differs' } },
    audit: 'verification.record_callback',
    changes: 'callback_calls',
  },
};
