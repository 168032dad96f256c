import type { ReactNode } from 'react';

export function Page({
  title,
  meta,
  actions,
  banner,
  children,
}: {
  title: string;
  /** The number of records, which is shown next to the heading. */
  meta?: ReactNode;
  actions?: ReactNode;
  /** An active filter, which is shown below the heading. */
  banner?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto flex w-full max-w-400 grow flex-col px-4 pt-3 pb-4 sm:px-5">
      <div className="mb-3 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl font-bold">{title}</h1>
        {meta && <p className="text-sm text-muted">{meta}</p>}
        {actions && (
          <div className="flex grow flex-wrap items-center justify-end gap-2">{actions}</div>
        )}
      </div>
      {banner && <div className="mb-3">{banner}</div>}
      {children}
    </div>
  );
}
