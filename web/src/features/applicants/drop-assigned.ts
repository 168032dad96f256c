import { limits } from '@doorstep/contract/limits';
import type { ListPage } from '../../lib/list/use-paged-list.ts';
import type { LooseApplicant } from './applicant-queries.ts';

/**
 * Returns a page of applicants without an agent, even if the backend ignores the filter Not Assigned. `count`
 * is for the pagination: the backend's number of rows, or, once all pages are loaded, the number of rows
 * without an agent. `total` is the backend's number minus the loaded rows that have an agent.
 */
export function dropAssigned(
  loaded: ReadonlyMap<number, ListPage<LooseApplicant>>,
  page: number,
): ListPage<LooseApplicant> & { total: number } {
  const { rows: own, count } = loaded.get(page) ?? { rows: [], count: 0 };
  const all = [...loaded].toSorted(([a], [b]) => a - b).flatMap(([, { rows }]) => rows);
  const unassigned = all.filter(isUnassigned);
  const total = count - (all.length - unassigned.length);
  // Until all pages are loaded, each page shows its own rows without an agent, so pages may be short. After
  // that, the rows without an agent are divided into full pages.
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
