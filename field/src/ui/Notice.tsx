import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const looks = {
  info: { icon: Info, look: 'bg-sunken text-ink', mark: 'text-accent' },
  warning: { icon: TriangleAlert, look: 'bg-warning-soft text-ink', mark: 'text-warning' },
  danger: { icon: CircleAlert, look: 'bg-danger-soft text-ink', mark: 'text-danger' },
} as const;

interface NoticeProps {
  kind: keyof typeof looks;
  title: string;
  children?: ReactNode;
  /** Whether screen readers announce the notice when it appears. */
  isNews?: boolean;
}

export function Notice({ kind, title, children, isNews }: NoticeProps) {
  const { icon: Icon, look, mark } = looks[kind];
  return (
    <div
      role={isNews ? (kind === 'danger' ? 'alert' : 'status') : undefined}
      className={`flex gap-2.5 rounded-lg px-3 py-2.5 ${look}`}
    >
      <Icon aria-hidden className={`icon-small mt-0.5 ${mark}`} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {children && <div className="text-sm text-pretty">{children}</div>}
      </div>
    </div>
  );
}
