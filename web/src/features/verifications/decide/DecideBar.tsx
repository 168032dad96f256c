import type { Decision } from '@doorstep/contract/verifications';
import { CircleCheck, OctagonX } from 'lucide-react';
import type { Acted } from '../../../domain/verifications/undo-action.ts';
import { prettifyLabel } from '../../../lib/format.ts';
import { useSingleKeys } from '../../../lib/single-keys.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { KeyCap } from '../../../ui/button/KeyCap.tsx';

const keys = [
  { decision: 'positive', cap: 'P', label: 'Positive', icon: CircleCheck },
  { decision: 'negative', cap: 'N', label: 'Negative', icon: OctagonX },
] as const;

export function DecideButtons({
  isBusy,
  underWay,
  onDecide,
}: {
  isBusy: boolean;
  /** The decision on this case that the server has not answered yet. */
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

interface LastDecisionProps {
  /** The server's message to show, with the name of the applicant. */
  said: { name: string; message: string } | undefined;
  undo:
    | {
        name: string;
        what: Acted['what'];
        secondsLeft: number;
        isBusy: boolean;
        onUndo: () => void;
      }
    | undefined;
}

/**
 * Shows the user's last decision or send-back, with the applicant's name and Undo. The dialog may already
 * show the next record.
 */
export function LastDecision({ said, undo }: LastDecisionProps) {
  const name = said?.name ?? undo?.name;
  if (name === undefined) return null;
  return (
    <div className="flex min-h-10 items-center gap-2 border-t border-rule px-5 py-1">
      <CircleCheck aria-hidden className="size-4 shrink-0 text-positive" />
      <p role="status" className="min-w-0 wrap-anywhere">
        <bdi className="font-semibold">{name}</bdi>
        {`: ${said?.message ?? (undo && prettifyLabel(undo.what))}`}
      </p>
      {undo && <UndoButton {...undo} />}
    </div>
  );
}

function UndoButton({
  name,
  what,
  secondsLeft,
  isBusy,
  onUndo,
}: NonNullable<LastDecisionProps['undo']>) {
  const areOn = useSingleKeys();
  return (
    <Button
      variant="quiet"
      size="sm"
      className="shrink-0"
      isBusy={isBusy}
      aria-keyshortcuts={areOn ? 'Z' : undefined}
      onClick={onUndo}
    >
      Undo{' '}
      <span className="sr-only">
        {what === 'sent back' ? 'the send-back of' : 'the decision on'} {name}
      </span>
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
