import { limits } from '@doorstep/contract/limits';
import type { ListPage } from '../../lib/list/use-paged-list.ts';
import type { LooseApplicant } from './applicant-queries.ts';

/**
 * What Not Assigned shows of the pages that are loaded, whether the backend filtered them or not. `total` is the
 * number of applicants without an agent as far as it is known, `count` what the pagination goes by.
 */
export function dropAssigned(
  loaded: ReadonlyMap<number, ListPage<LooseApplicant>>,
  page: number,
): ListPage<LooseApplicant> & { total: number } {
  const { rows: own, count } = loaded.get(page) ?? { rows: [], count: 0 };
  const all = [...loaded].toSorted(([a], [b]) => a - b).flatMap(([, { rows }]) => rows);
  const unassigned = all.filter(isUnassigned);
  const total = count - (all.length - unassigned.length);
  // With the whole list at hand its gaps can be closed; otherwise each page shows what is left of it.
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
