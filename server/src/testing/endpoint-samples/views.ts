import type { viewsEndpoints } from '@doorstep/contract/wire/endpoint-list/views';
import { about, next, nothing, type Sample, sending } from '../endpoint-sample.ts';

const view = () => ({ list: 'applicants', name: `View ${next()}`, filter: { due: 'late' } });

export const viewsSamples: Record<keyof typeof viewsEndpoints, Sample> = {
  listViews: nothing,
  saveView: {
    ...sending(view, { ...view(), list: 'users' }),
    changes: 'saved_views',
  },
  deleteView: {
    ...about(async (_, asker) => {
      const saved = await asker.post('views/', view());
      return { params: { id: saved.json<{ id: number }>().id } };
    }),
    changes: 'saved_views',
  },
};
