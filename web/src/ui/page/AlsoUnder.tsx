import type { ReactNode } from 'react';

interface AlsoUnderProps<Item> {
  items: readonly Item[] | undefined;
  /** Renders the item's text as a link. */
  renderLink: (item: Item) => ReactNode;
}

/** A line of links to the other contact points of an application. Renders nothing if there are no others. */
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
