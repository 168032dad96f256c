import { limits } from '@doorstep/contract/limits';
import { listReportVersions } from '@doorstep/contract/reports/versions';
import {
  type DecisionFilter,
  getVerification,
  listVerifications,
  type VerificationSummary,
} from '@doorstep/contract/verifications';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

export interface ListWanted {
  page: number;
  search?: string;
  decision?: DecisionFilter;
}

export const verificationKeys = {
  all: ['verifications'] as const,
  list: (wanted: ListWanted) => ['verifications', 'list', wanted] as const,
  detail: (id: string) => ['verifications', 'detail', id] as const,
  reports: (id: string) => ['verifications', 'reports', id] as const,
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

/** A backend that knows no paging answers with everything: then the filter and the page are made here. */
function pageOf(results: VerificationSummary[], count: number, wanted: ListWanted) {
  if (results.length <= limits.pageSize) return { rows: results, count };
  const matching = results.filter((row) => matches(row, wanted));
  const start = (wanted.page - 1) * limits.pageSize;
  return { rows: matching.slice(start, start + limits.pageSize), count: matching.length };
}

export const verificationListQuery = (wanted: ListWanted) =>
  queryOptions({
    queryKey: verificationKeys.list(wanted),
    queryFn: async ({ signal }) => {
      const { page, search, decision } = wanted;
      const query = { page, search, admin_decision: decision, fields: 'list' };
      const { results, count } = await call(listVerifications, { query, signal });
      return pageOf(results, count ?? results.length, wanted);
    },
    placeholderData: keepPreviousData,
  });

export const verificationQuery = (id: string) =>
  queryOptions({
    queryKey: verificationKeys.detail(id),
    queryFn: ({ signal }) => call(getVerification, { params: { id }, signal }),
  });

/** The versions of a verification's report; a backend that keeps none is no failure. */
export const reportVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: verificationKeys.reports(id),
    queryFn: ({ signal }) => call(listReportVersions, { params: { id }, signal }),
    retry: false,
  });
