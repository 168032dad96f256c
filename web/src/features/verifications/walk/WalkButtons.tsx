import { ChevronDown, ChevronUp } from 'lucide-react';
import { useSingleKeys } from '../../../lib/single-keys.ts';
import { KeyCap } from '../../../ui/button/KeyCap.tsx';
import type { Stop } from './use-walk.ts';

interface WalkButtonsProps {
  previous: Stop | undefined;
  next: Stop | undefined;
  onGo: (stop: Stop) => void;
}

export function WalkButtons({ previous, next, onGo }: WalkButtonsProps) {
  const areOn = useSingleKeys();
  const buttons = [
    { label: 'Previous case', cap: 'K', icon: ChevronUp, stop: previous },
    { label: 'Next case', cap: 'J', icon: ChevronDown, stop: next },
  ];
  return (
    <div className="flex shrink-0 gap-1">
      {buttons.map(({ label, cap, icon: Icon, stop }) => (
        <button
          key={cap}
          type="button"
          aria-label={label}
          aria-keyshortcuts={areOn ? cap : undefined}
          // Uses `aria-disabled`, because a disabled button would lose the focus.
          aria-disabled={!stop || undefined}
          data-tip={label}
          onClick={() => stop && onGo(stop)}
          className="flex h-8 min-w-8 items-center justify-center gap-1.5 rounded-md px-1.5 text-muted hover:bg-hover hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:bg-transparent aria-disabled:opacity-40"
        >
          <Icon aria-hidden className="size-4.5" />
          {areOn && (
            <KeyCap aria-hidden className="max-sm:hidden">
              {cap}
            </KeyCap>
          )}
        </button>
      ))}
    </div>
  );
}
