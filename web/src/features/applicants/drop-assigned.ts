import { limits } from '@doorstep/contract/limits';
import type { ListPage } from '../../lib/list/use-paged-list.ts';
import type { LooseApplicant } from './applicant-queries.ts';

/**
 * Returns a page of applicants without an agent, even if the backend ignores the filter Not Assigned. `total`
 * is the known number of these applicants. `count` is the number of rows for the pagination: all rows of the
 * list until all pages are loaded, then only the unassigned rows.
 */
export function dropAssigned(
  loaded: ReadonlyMap<number, ListPage<LooseApplicant>>,
  page: number,
): ListPage<LooseApplicant> & { total: number } {
  const { rows: own, count } = loaded.get(page) ?? { rows: [], count: 0 };
  const all = [...loaded].toSorted(([a], [b]) => a - b).flatMap(([, { rows }]) => rows);
  const unassigned = all.filter(isUnassigned);
  const total = count - (all.length - unassigned.length);
  // Pages can be filled only once the whole list is loaded. Until all pages are loaded, each page shows its
  // own unassigned rows.
  if (all.length < count) return { rows: own.filter(isUnassigned), count, total };
  const start = (page - 1) * limits.pageSize;
  return {
    rows: unassigned.slice(start, start + limits.pageSize),
    count: unassigned.length,
    total,
  };
}

function isUnassigned({ assigned_agent }: LooseApplicant): boolean {
  return !assigned_agent;
}
