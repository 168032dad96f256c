import type { ReactNode } from 'react';

export function Page({
  title,
  meta,
  actions,
  banner,
  children,
}: {
  title: string;
  /** A short text next to the heading, such as the number of records. */
  meta?: ReactNode;
  actions?: ReactNode;
  /** Content between the heading and the rest of the page, such as filters. */
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
