import { notAssignedPages } from '@doorstep/contract/applicants';
import { limits } from '@doorstep/contract/limits';
import { useQueries } from '@tanstack/react-query';
import {
  type ListPage,
  lastPageOf,
  usePagedList,
  useStepBack,
} from '../../lib/list/use-paged-list.ts';
import { applicantListQuery, type ListWanted, type LooseApplicant } from './applicant-queries.ts';
import { dropAssigned } from './drop-assigned.ts';

/**
 * Loads the requested page and, for the filter Not Assigned, also pages 1 to 3. `total` is the number of
 * applicants that the user sees, and `count` is for the pagination (see {@link dropAssigned}).
 */
export function useApplicantList(wanted: ListWanted, goTo: (page: number) => void) {
  const { page, assigned } = wanted;
  const list = usePagedList((one) => applicantListQuery({ ...wanted, page: one }), page, goTo);
  const isFiltered = assigned !== undefined && list.isCurrent && list.rows !== undefined;
  const firstPages = useFirstPages(wanted, isFiltered ? list.count : 0);
  const shown =
    isFiltered && list.rows
      ? dropAssigned(new Map(firstPages).set(page, { rows: list.rows, count: list.count }), page)
      : { rows: list.rows, count: list.count, total: list.count };
  useStepBack(page, isFiltered ? lastPageOf(shown.count) : undefined, goTo);
  return { ...list, ...shown };
}

function useFirstPages(wanted: ListWanted, count: number): [number, ListPage<LooseApplicant>][] {
  const last = Math.min(notAssignedPages, Math.ceil(count / limits.pageSize));
  return useQueries({
    queries: Array.from({ length: last }, (_, index) =>
      applicantListQuery({ ...wanted, page: index + 1 }),
    ),
    combine: (answers) =>
      answers.flatMap(({ data, isPlaceholderData }, index): [number, ListPage<LooseApplicant>][] =>
        data && !isPlaceholderData ? [[index + 1, data]] : [],
      ),
  });
}

/** Returns an agent's name from the rows, because an inactive agent is not in the list of active agents. */
export function agentNamed(id: string | undefined, rows: readonly LooseApplicant[] = []) {
  const agents = rows.map(({ assigned_agent }) => assigned_agent);
  return agents.find((agent) => String(agent?.id) === id)?.name;
}
