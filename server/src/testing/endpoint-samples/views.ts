import type { viewsEndpoints } from '@doorstep/contract/wire/endpoint-list/views';
import { asked, next, none, nothing, type Sample } from '../endpoint-sample.ts';

const view = () => ({
  ...{ list: 'applicants', name: `Sampled view ${next()}`, filter: { due: 'late' } },
});

export const viewsSamples: Record<keyof typeof viewsEndpoints, Sample> = {
  listViews: { good: nothing },
  saveView: {
    good: async () => ({ payload: view() }),
    bad: { payload: { ...view(), list: 'users' } },
    changes: 'saved_views',
  },
  deleteView: {
    good: async ({ app }, asker) => {
      const { headers } = asked(asker);
      const url = '/api/v1/views/';
      const saved = await app.inject({ method: 'POST', url, headers, payload: view() });
      return { params: { id: saved.json<{ id: number }>().id } };
    },
    unknown: none,
    changes: 'saved_views',
  },
};
