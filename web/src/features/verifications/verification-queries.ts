import { limits } from '@doorstep/contract/limits';
import type { ReportForm } from '@doorstep/contract/reports/definition';
import {
  getSavedForm,
  listReportVersions,
  type SavedForm,
} from '@doorstep/contract/reports/versions';
import {
  type DecisionFilter,
  getVerification,
  listVerifications,
  type VerificationSummary,
} from '@doorstep/contract/verifications';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';
import { isNotOffered } from '../../lib/api/api-error.ts';
import { isBackendElsewhere } from '../../lib/config.ts';

export interface ListWanted {
  page: number;
  search?: string;
  decision?: DecisionFilter;
}

export const verificationKeys = {
  list: (wanted: ListWanted) => ['verifications', 'list', wanted] as const,
  detail: (id: string) => ['verifications', 'detail', id] as const,
  reports: (id: string) => ['verifications', 'reports', id] as const,
  savedForm: (id: string, template: string) =>
    ['verifications', 'saved-form', id, template] as const,
};

function matches(row: VerificationSummary, { search, decision }: ListWanted): boolean {
  if (decision !== undefined && (row.admin_decision ?? 'pending') !== decision) return false;
  if (search === undefined) return true;
  const wanted = search.trim().toLowerCase();
  return [row.applicant, row.agent, row.verification_id, row.applicant_ids].some((value) =>
    String(value ?? '')
      .toLowerCase()
      .includes(wanted),
  );
}

/** A backend that knows no paging answers with everything, be it few: then the filter and the page are made here. */
function pageOf(results: VerificationSummary[], count: number, wanted: ListWanted) {
  const isPaged = count > results.length || !isBackendElsewhere();
  if (results.length <= limits.pageSize && isPaged) return { rows: results, count };
  const matching = results.filter((row) => matches(row, wanted));
  const start = (wanted.page - 1) * limits.pageSize;
  return { rows: matching.slice(start, start + limits.pageSize), count: matching.length };
}

/** A page of the list as it is now. */
export async function fetchPage(wanted: ListWanted, signal: AbortSignal) {
  const { page, search, decision } = wanted;
  const query = { page, search, admin_decision: decision, fields: 'list' };
  const { results, count } = await call(listVerifications, { query, signal });
  return pageOf(results, count ?? results.length, wanted);
}

export const verificationListQuery = (wanted: ListWanted) =>
  queryOptions({
    queryKey: verificationKeys.list(wanted),
    queryFn: ({ signal }) => fetchPage(wanted, signal),
    placeholderData: keepPreviousData,
  });

/** Milliseconds between two looks whether the checks are done. No event says so. */
const lookAgain = 2_000;
/** For so long: checks that take longer are not running, and each open page would ask for ever. */
const lookFor = 60_000;
/** Since when the checks of a shown case are waited for. */
const lookingSince = new WeakMap<object, number>();

function nextLook(query: object, isDue: boolean): number | false {
  if (!isDue) {
    lookingSince.delete(query);
    return false;
  }
  const since = lookingSince.get(query) ?? Date.now();
  lookingSince.set(query, since);
  return Date.now() - since < lookFor && lookAgain;
}

export const verificationQuery = (id: string) =>
  queryOptions({
    queryKey: verificationKeys.detail(id),
    queryFn: ({ signal }) => call(getVerification, { params: { id }, signal }),
    refetchInterval: (query) => nextLook(query, query.state.data?.evidence_due ?? false),
  });

/** The versions of a verification's report; a backend that keeps none is no failure. */
export const reportVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: verificationKeys.reports(id),
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
    queryKey: verificationKeys.savedForm(id, template),
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
