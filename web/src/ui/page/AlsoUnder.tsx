import type { ReactNode } from 'react';

interface AlsoUnderProps<Item> {
  items: readonly Item[] | undefined;
  /** The item's text, as a link to it. */
  renderLink: (item: Item) => ReactNode;
}

/** The line that leads to the other contact points of an application; nothing where there are none. */
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
