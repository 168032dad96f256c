import { Circle, CircleCheck, CircleDot, Clock, type LucideIcon, OctagonX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Glyph } from '../button/Glyph.tsx';

const tones: Record<string, { icon: LucideIcon; look: string }> = {
  neutral: { icon: Circle, look: 'bg-neutral-soft text-neutral' },
  info: { icon: CircleDot, look: 'bg-info-soft text-info' },
  positive: { icon: CircleCheck, look: 'bg-positive-soft text-positive' },
  negative: { icon: OctagonX, look: 'bg-negative-soft text-negative' },
  warning: { icon: Clock, look: 'bg-warning-soft text-warning' },
};
export type Tone = 'neutral' | 'info' | 'positive' | 'negative' | 'warning';

/** Shows a state as a word and an icon, so that users who can't tell the colours apart understand it. */
export function StatusBadge({
  tone,
  icon,
  children,
}: {
  tone: Tone;
  icon?: LucideIcon;
  children: ReactNode;
}) {
  const { icon: own, look } = tones[tone] as { icon: LucideIcon; look: string };
  return (
    <span
      className={`inline-flex h-5.5 max-w-full align-middle items-center gap-1 rounded-sm ps-1.5 pe-2 text-xs font-semibold whitespace-nowrap ${look}`}
    >
      <Glyph icon={icon ?? own} className="size-3.5 shrink-0" strokeWidth={2.25} />
      <span className="truncate">{children}</span>
    </span>
  );
}
