import {
  type AssignUndone,
  undoAssign,
  undoAssignSeconds,
} from '@doorstep/contract/applicants/assign-many';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { newKey } from '../../../lib/api/intention.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { refetchChanged } from '../../../lib/live/refetch-changed.ts';
import { useSecondsLeft } from '../../../lib/use-seconds-left.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import {
  countOf,
  deeds,
  sharesInWords,
  skippedInWords,
  stillAssignedInWords,
} from './assign-words.ts';
import type { Assigned } from './use-assign-run.ts';

const turnSize = 1_000;

export default function ManyAssignedNotice({
  assigned,
  onClose,
}: {
  assigned: Assigned;
  onClose: () => void;
}) {
  const { shares, skipped, at, deed } = assigned;
  const secondsLeft = useSecondsLeft(at, undoAssignSeconds);
  const given = formatCount(countOf(assigned), 'applicant');
  const undo = useUndo(
    shares.flatMap(({ ids }) => ids),
    given,
  );
  const close = <IconButton icon={X} label="Dismiss" onClick={onClose} className="-my-1" />;
  if (undo.data) {
    const { undone, kept } = undo.data;
    return (
      <Notice tone={kept.length > 0 ? 'warning' : 'positive'} action={close}>
        Undone for {formatCount(undone, 'applicant')}.
        {kept.length > 0 &&
          ` ${formatNumber(kept.length)} ${kept.length === 1 ? 'stays' : 'stay'} ${deeds[deed].done}: ${stillAssignedInWords(kept)}.`}
      </Notice>
    );
  }
  const agents = sharesInWords(shares);
  return (
    <Notice
      tone={undo.error ? 'negative' : skipped.length > 0 ? 'warning' : 'positive'}
      action={
        <span className="flex shrink-0 items-center gap-2">
          {(secondsLeft > 0 || undo.isPending) && countOf(assigned) > 0 && (
            <Button
              size="sm"
              isBusy={undo.isPending}
              onClick={() => undo.mutate()}
              className="-my-0.5"
            >
              Undo
              <span aria-hidden className="w-8 text-end font-normal text-muted">
                {secondsLeft} s
              </span>
            </Button>
          )}
          {!undo.isPending && close}
        </span>
      }
    >
      {given} {deeds[deed].done}
      {agents && `: ${agents}`}.
      {skipped.length > 0 &&
        ` ${formatNumber(skipped.length)} skipped: ${skippedInWords(skipped)}.`}
      {undo.error && ` Not undone: ${messageOf(undo.error, undo.error.message)}`}
    </Notice>
  );
}

/**
 * Undoes the assignments or moves of these applicants in one or more requests. After a failure, a retry
 * starts with the request that failed.
 */
function useUndo(ids: number[], given: string) {
  const client = useQueryClient();
  const progress = useRef({ key: newKey(), at: 0, undone: 0, kept: [] as AssignUndone['kept'] });
  return useMutation({
    meta: { notDone: `Not undone for all of ${given}.` },
    mutationFn: async () => {
      const { current: done } = progress;
      while (done.at < ids.length) {
        const { undone, kept } = await call(undoAssign, {
          body: { ids: ids.slice(done.at, done.at + turnSize) },
          idempotencyKey: `${done.key}-${done.at}`,
        });
        done.undone += undone.length;
        done.kept.push(...kept);
        done.at += turnSize;
      }
      return { undone: done.undone, kept: done.kept };
    },
    onSettled: () => void refetchChanged(client, 'applicant'),
  });
}
