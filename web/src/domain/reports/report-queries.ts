import type { ReportForm } from '@doorstep/contract/reports/definition';
import {
  getSavedForm,
  listReportVersions,
  type SavedForm,
} from '@doorstep/contract/reports/versions';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';
import { isNotOffered } from '../../lib/api/api-error.ts';

export const reportVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['report-versions', id],
    meta: { record: { kind: 'report', id } },
    queryFn: ({ signal }) => call(listReportVersions, { params: { id }, signal }),
  });

export interface SavedForms {
  saved: SavedForm | null;
  earlier: SavedForm | null;
}

/** Queries the saved forms of a report. Both are null if the backend stores no forms. */
export const savedFormQuery = (id: string, template: ReportForm['template']) =>
  queryOptions({
    queryKey: ['saved-form', id, template],
    queryFn: async ({ signal }): Promise<SavedForms> => {
      const query = { template_type: template };
      try {
        const { saved, earlier } = await call(getSavedForm, { params: { id }, query, signal });
        return { saved: saved ?? null, earlier: earlier ?? null };
      } catch (error) {
        if (isNotOffered(error)) return { saved: null, earlier: null };
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
