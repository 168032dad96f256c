import type { ReactNode } from 'react';

export function RowActions({ children }: { children: ReactNode }) {
  return (
    <div className="row-actions -me-1.5 flex items-center justify-end gap-0.5">{children}</div>
  );
}
