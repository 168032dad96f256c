import type { ReactNode } from 'react';

export function ScrollTable({
  label,
  headers,
  children,
}: {
  label: string;
  headers: readonly string[];
  children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      // Makes the scrolling region focusable, so that keys can scroll the region.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-lg border border-rule bg-panel"
    >
      <table className="w-full border-separate border-spacing-0 [&_td]:border-b [&_td]:border-rule [&_td]:px-3 [&_td]:py-1.5 [&_tr:last-child>td]:border-b-0">
        <thead>
          <tr className="text-sm text-muted">
            {headers.map((header) => (
              <th
                key={header}
                scope="col"
                className="sticky top-0 h-8 border-b border-rule bg-sunken px-3 text-start font-semibold whitespace-nowrap"
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
