import type { ReactNode } from 'react';

export const Part = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <p className="text-sm font-semibold text-muted">{label}</p>
    {children}
  </div>
);
