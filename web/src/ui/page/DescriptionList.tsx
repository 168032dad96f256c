import type { ReactNode } from 'react';

export interface Description {
  label: string;
  value: ReactNode;
}

export function DescriptionList({ items }: { items: readonly Description[] }) {
  return (
    <dl className="divide-y divide-rule border-y border-rule">
      {items.map(({ label, value }) => (
        <div
          key={label}
          className="grid min-h-8.5 grid-cols-[minmax(7rem,2fr)_5fr] gap-x-4 py-1.5 leading-5.5"
        >
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">
            {value === null || value === undefined || value === '' ? '-' : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The `level` of the heading is h2 on a page and h3 in a dialog. */
export function Section({
  title,
  level: Heading = 'h3',
  aside,
  children,
}: {
  title: string;
  level?: 'h2' | 'h3';
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="min-w-0">
      <div className="mb-2 flex min-h-6 items-center justify-between gap-3">
        <Heading className="text-base font-bold text-accent">{title}</Heading>
        {aside}
      </div>
      {children}
    </section>
  );
}
