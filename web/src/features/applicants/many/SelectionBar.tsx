import { UserRoundPlus } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { useSingleKeys } from '../../../lib/single-keys.ts';
import { Button } from '../../../ui/button/Button.tsx';
import type { Selection } from './use-selection.ts';

export function SelectionBar({
  selection,
  onAssign,
}: {
  selection: Selection;
  onAssign: () => void;
}) {
  const { count, total, isAll } = selection;
  const hasKey = useKeyA(count > 0 ? onAssign : undefined);
  const [words, all] = [formatCount(count, 'applicant'), formatCount(total, 'applicant')];
  if (count === 0) return <p role="status" className="sr-only" />;
  return (
    <div className="-mx-4 -mt-2 mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-rule bg-accent-soft px-4 py-2">
      <p role="status" className="font-semibold">
        {isAll ? `All ${words} are selected` : `${words} selected`}
      </p>
      {!isAll && count < total && (
        <Button size="sm" variant="quiet" className="text-accent" onClick={selection.selectAll}>
          Select all {all}
        </Button>
      )}
      <Button size="sm" variant="quiet" onClick={selection.clear}>
        Clear selection
      </Button>
      <Button
        variant="primary"
        className="ms-auto"
        aria-keyshortcuts={hasKey ? 'A' : undefined}
        onClick={onAssign}
      >
        <UserRoundPlus aria-hidden /> Assign selected
        {hasKey && (
          <kbd aria-hidden className="font-mono text-sm font-normal opacity-80 max-sm:hidden">
            A
          </kbd>
        )}
      </Button>
    </div>
  );
}

/** Runs `act` when the user presses A. Returns whether single-key shortcuts are on. */
function useKeyA(act: (() => void) | undefined): boolean {
  const areOn = useSingleKeys();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, repeat, ctrlKey, metaKey, altKey } = event;
    if (!areOn || !act || key.toLowerCase() !== 'a' || repeat || ctrlKey || metaKey || altKey)
      return;
    const isBusy = target instanceof Element && target.closest(typesInto);
    if (isBusy || document.querySelector('[role=dialog], [role=alertdialog]')) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return areOn;
}

const typesInto = 'input:not([type=checkbox]), textarea, select, [popover]';
