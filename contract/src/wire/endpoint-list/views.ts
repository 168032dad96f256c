import { deleteView, listViews, saveView } from '../../views.ts';
import type { EndpointRow } from '../endpoint-row.ts';

export const viewsEndpoints = {
  listViews: { endpoint: listViews, noun: 'Saved views', title: 'List your saved views' },
  saveView: { endpoint: saveView, noun: 'Saved views', title: 'Save the filters of a list' },
  deleteView: { endpoint: deleteView, noun: 'Saved views', title: 'Delete a saved view' },
} as const satisfies Record<string, EndpointRow>;
