import type { ReactNode } from 'react';

/**
 * The icon buttons at the end of a row. The buttons are subdued until the row is hovered or a button has
 * the focus.
 */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    <div className="row-actions -me-1.5 flex items-center justify-end gap-0.5">{children}</div>
  );
}
