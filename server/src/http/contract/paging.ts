import { missing } from '../../problems.ts';

/**
 * Returns one page of a list in the form of the API. Throws a 404 for a page past the end. The links to other
 * pages are relative and have the same other parameters as `url`.
 */
export function paged<T>(
  results: T[],
  count: number,
  { page, page_size }: { page: number; page_size: number },
  url: string,
) {
  const last = Math.max(1, Math.ceil(count / page_size));
  if (page > last) {
    throw missing(`There is no page ${page}: the last page is ${last}.`);
  }
  const link = (to: number) => {
    const [path = '', query] = url.split('?');
    const search = new URLSearchParams(query);
    search.set('page', String(to));
    return `${path}?${search}`;
  };
  return {
    results,
    count,
    next: page < last ? link(page + 1) : null,
    previous: page > 1 ? link(page - 1) : null,
  };
}

export const countedTo = (isMinimum: boolean | undefined) =>
  isMinimum ? { count_is_minimum: true } : {};
