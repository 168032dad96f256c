export type PageItem = number | 'gap-before' | 'gap-after';

export function pageItems(page: number, pageCount: number, window = 5): PageItem[] {
  const first = Math.max(1, Math.min(page - Math.floor(window / 2), pageCount - window + 1));
  const last = Math.min(pageCount, first + window - 1);
  const items: PageItem[] = [];
  if (first > 1) items.push(1);
  if (first > 2) items.push('gap-before');
  for (let number = first; number <= last; number += 1) items.push(number);
  if (last < pageCount - 1) items.push('gap-after');
  if (last < pageCount) items.push(pageCount);
  return items;
}
