import type { Decision } from '@doorstep/contract/verifications';
import { CircleCheck, OctagonX } from 'lucide-react';
import { useSingleKeys } from '../../../lib/single-keys.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { KeyCap } from '../../../ui/button/KeyCap.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';

const keys = [
  { decision: 'positive', cap: 'P', label: 'Positive', icon: CircleCheck },
  { decision: 'negative', cap: 'N', label: 'Negative', icon: OctagonX },
] as const;

/** Positive and negative, equal in size and weight, each with its key. */
export function DecideButtons({
  isBusy,
  underWay,
  onDecide,
}: {
  isBusy: boolean;
  /** The decision that was pressed on this case and has no answer yet. */
  underWay: Decision | undefined;
  onDecide: (decision: Decision) => void;
}) {
  const areOn = useSingleKeys();
  return (
    <div className="grid grow basis-65 grid-cols-2 gap-2 sm:grow-0">
      {keys.map(({ decision, cap, label, icon: Icon }) => (
        <Button
          key={decision}
          variant={decision}
          isBusy={decision === underWay}
          aria-disabled={isBusy || undefined}
          aria-keyshortcuts={areOn ? cap : undefined}
          onClick={() => onDecide(decision)}
        >
          {decision !== underWay && <Icon aria-hidden />}
          {label}
          {areOn && (
            <KeyCap aria-hidden className="max-sm:hidden">
              {cap}
            </KeyCap>
          )}
        </Button>
      ))}
    </div>
  );
}

/** Takes the last decision back, as long as that can be done. */
export function UndoButton({
  name,
  secondsLeft,
  takeBack,
}: {
  name: string;
  secondsLeft: number;
  takeBack: () => void;
}) {
  const areOn = useSingleKeys();
  return (
    <Button
      variant="quiet"
      aria-keyshortcuts={areOn ? 'Z' : undefined}
      onClick={takeBack}
      className="max-sm:grow"
    >
      Undo <span className="sr-only">the decision on {name}</span>
      <span aria-hidden className="w-8 text-end font-normal text-muted">
        {secondsLeft} s
      </span>
      {areOn && (
        <KeyCap aria-hidden className="max-sm:hidden">
          Z
        </KeyCap>
      )}
    </Button>
  );
}

/** What became of the decision: the server's message lies over the record's foot, which stays where it is. */
export function QuickAnswer({
  message,
  failure,
}: {
  message: string | undefined;
  failure: string | undefined;
}) {
  return (
    <>
      {message && (
        <div className="relative">
          <div className="absolute inset-x-5 bottom-2">
            <Notice tone="positive">{message}</Notice>
          </div>
        </div>
      )}
      {failure && (
        <div className="px-5 pb-3">
          <Notice tone="negative">{failure}</Notice>
        </div>
      )}
    </>
  );
}
