import type { ReactNode } from 'react';

/** A labelled part of a record. */
export const Part = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <p className="text-sm font-semibold text-muted">{label}</p>
    {children}
  </div>
);
