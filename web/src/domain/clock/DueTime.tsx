import type { Clock } from '@doorstep/contract/clock';
import { AlarmClock, Clock3, Pause } from 'lucide-react';
import { formatDateTime } from '../../lib/format.ts';
import { Glyph } from '../../ui/button/Glyph.tsx';
import { dueInWords, warningsInWords } from './clock-words.ts';

function lookOf({ state, warning }: Clock) {
  if (state === 'paused') return { icon: Pause, look: 'text-muted' };
  if (warning === 'late') return { icon: AlarmClock, look: 'font-semibold text-negative' };
  if (warning !== null) return { icon: AlarmClock, look: 'font-semibold text-warning' };
  return { icon: Clock3, look: 'text-muted' };
}

export default function DueTime({ clock }: { clock: Clock }) {
  const { icon, look } = lookOf(clock);
  const words = `${clock.is_urgent ? 'Urgent: ' : ''}${dueInWords(clock)}`;
  const exact = [
    `Due ${formatDateTime(clock.due_at)}, ${clock.lender}`,
    clock.warning && clock.warning !== 'late' && warningsInWords[clock.warning],
  ]
    .filter(Boolean)
    .join('. ');
  return (
    <button
      type="button"
      aria-label={`${words}. ${exact}`}
      data-tip={exact}
      className={`flex min-h-6 max-w-full cursor-default items-center gap-1 text-xs whitespace-nowrap ${look}`}
      onClick={(event) => event.currentTarget.focus()}
    >
      <Glyph icon={icon} className="size-3.5 shrink-0" />
      <span className="truncate">{words}</span>
    </button>
  );
}
