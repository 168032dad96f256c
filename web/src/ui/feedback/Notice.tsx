import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';

const tones = {
  info: { icon: Info, look: 'border-info/40 bg-info-soft text-info' },
  positive: { icon: CircleCheck, look: 'border-positive/40 bg-positive-soft text-positive' },
  negative: { icon: CircleAlert, look: 'border-negative/40 bg-negative-soft text-negative' },
  warning: { icon: CircleAlert, look: 'border-warning/40 bg-warning-soft text-warning' },
};

/** Screen readers read a negative notice immediately, and other notices when the current text ends. */
export function Notice({
  tone,
  action,
  children,
}: {
  tone: keyof typeof tones;
  action?: ReactNode;
  children: ReactNode;
}) {
  const { icon: Icon, look } = tones[tone];
  return (
    <div
      role={tone === 'negative' ? 'alert' : 'status'}
      className={`flex items-start gap-2 rounded-md border px-3 py-2 ${look}`}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 grow wrap-anywhere">{children}</div>
      {action}
    </div>
  );
}
