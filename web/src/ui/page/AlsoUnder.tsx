import type { ReactNode } from 'react';

interface AlsoUnderProps<Item> {
  items: readonly Item[] | undefined;
  renderLink: (item: Item) => ReactNode;
}

export function AlsoUnder<Item extends { id: string; state: string }>({
  items,
  renderLink,
}: AlsoUnderProps<Item>) {
  if (!items || items.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-x-3 leading-5.5">
      <span className="text-muted">Also under this application:</span>
      <ul aria-label="Also under this application" className="flex flex-wrap gap-x-3">
        {items.map((item) => (
          <li key={item.id} className="wrap-anywhere">
            <bdi>{renderLink(item)}</bdi>, {item.state}
          </li>
        ))}
      </ul>
    </div>
  );
}
