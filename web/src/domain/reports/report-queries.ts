import type { ReportForm } from '@doorstep/contract/reports/definition';
import {
  getSavedForm,
  listReportVersions,
  type SavedForm,
} from '@doorstep/contract/reports/versions';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';
import { isNotOffered } from '../../lib/api/api-error.ts';

/** The versions of a verification's report; a backend that keeps none is no failure. */
export const reportVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['report-versions', id],
    meta: { record: { kind: 'report', id } },
    queryFn: ({ signal }) => call(listReportVersions, { params: { id }, signal }),
    retry: false,
  });

export interface SavedForms {
  /** What a person saved last. */
  saved: SavedForm | null;
  /** What was saved last after an earlier visit, where nothing is saved of this one. */
  earlier: SavedForm | null;
}

/** The forms that people saved, asked for anew each time a form opens; none where a backend keeps none. */
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
