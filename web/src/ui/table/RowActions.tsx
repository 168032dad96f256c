import type { ReactNode } from 'react';

/** The icon buttons at the end of a row. Subdued until the row is hovered or one of them is focused. */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    <div className="row-actions -me-1.5 flex items-center justify-end gap-0.5">{children}</div>
  );
}
