import { useBlocker } from '@tanstack/react-router';
import { Button } from '../button/Button.tsx';

interface DiscardChangesProps {
  isAsking: boolean;
  question?: string;
  stay?: string;
  leave?: string;
  onStay: () => void;
  onLeave: () => void;
}

export function DiscardChanges({
  isAsking,
  question = 'Close and lose what you changed?',
  stay = 'Keep editing',
  leave = 'Discard changes',
  onStay,
  onLeave,
}: DiscardChangesProps) {
  if (!isAsking) return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 border-t border-warning/40 bg-warning-soft px-5 py-2.5 text-warning"
    >
      <p className="grow basis-56 font-semibold">{question}</p>
      <div className="flex gap-2">
        <Button size="sm" autoFocus onClick={onStay}>
          {stay}
        </Button>
        <Button size="sm" variant="danger" onClick={onLeave}>
          {leave}
        </Button>
      </div>
    </div>
  );
}

/**
 * While mounted, the browser's Back and Forward call `onClose` instead of leaving the page, and the browser
 * asks before a reload.
 */
export function AskOnBack({ onClose }: { onClose: () => void }) {
  useBlocker({
    shouldBlockFn: ({ action }) => {
      const isOfBrowser = action === 'BACK' || action === 'FORWARD' || action === 'GO';
      if (isOfBrowser) onClose();
      return isOfBrowser;
    },
  });
  return null;
}
