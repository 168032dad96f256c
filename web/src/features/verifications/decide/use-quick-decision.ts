import { delays } from '@doorstep/contract/limits';
import type { Decision } from '@doorstep/contract/verifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useIsJustShown } from '../../../domain/keys/use-is-just-shown.ts';
import type { LooseVerification } from '../../../domain/verifications/loose-verification.ts';
import {
  decideAndConfirm,
  notSaved,
  ownActionOf,
} from '../../../domain/verifications/own-action.ts';
import { type Acted, undoAction } from '../../../domain/verifications/undo-action.ts';
import { useUndo } from '../../../domain/verifications/use-undo.ts';
import { verificationKeys } from '../../../domain/verifications/verification-queries.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { refetchChanged, refetchLists } from '../../../lib/live/refetch-changed.ts';
import { reviewQueueQuery } from '../../../lib/review-queue.ts';
import { getSession } from '../../../lib/session/session.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import type { Stop } from '../walk/use-walk.ts';
import { useFailureWords } from './use-failure-words.ts';

interface Place {
  open: Stop;
  /** `next` is the case after the open case. `whenNextIsKnown` waits until the list has loaded it. */
  walk: { next: Stop | undefined; whenNextIsKnown: () => Promise<void> };
  record: LooseVerification | undefined;
  onGo: (stop: Stop) => void;
  onClose: () => void;
}

interface Wanted {
  stop: Stop;
  seen: LooseVerification;
  decision: Decision;
}

const nameOf = ({ id }: Stop, { applicant }: LooseVerification) => applicant ?? id;

/**
 * Decides in the dialog of the record. After the answer, opens the next case immediately and shows the
 * server's message for `delays.decisionSuccess`. Then reloads the list. After the last case, closes the
 * dialog.
 */
export function useQuickDecision({ open, walk, record, onGo, onClose }: Place) {
  const { next, whenNextIsKnown } = walk;
  const client = useQueryClient();
  const [said, setSaid] = useState<{
    id: string;
    name: string;
    message: string;
    last?: string | undefined;
  }>();
  const [acted, setActed] = useState<(Acted & { stop: Stop })[]>([]);
  const recorded = ownActionOf(record);
  const last = useUndo(acted, recorded && { ...recorded, stop: open });
  const { isSuccess: hasDesk } = useQuery(reviewQueueQuery);
  const hasJustCome = useIsJustShown(record && open.id);

  // The ID of the open case, or undefined after the dialog has closed.
  const shown = useRef<string>(undefined);
  useLayoutEffect(() => {
    shown.current = open.id;
    return () => {
      shown.current = undefined;
    };
  }, [open.id]);
  const update = useMutation({
    mutationFn: async ({ seen, decision }: Wanted) => {
      const person = getSession()?.id;
      // Waits for the next case before deciding. Afterwards it may be impossible to find, because a filtered
      // list no longer contains the decided case.
      await whenNextIsKnown();
      if (getSession()?.id !== person)
        throw new Error(
          'Your session ended before the decision was sent. Log in and decide again.',
        );
      return decideAndConfirm(client, decision, seen);
    },
    onSuccess: (message, { stop, seen, decision: what }) => {
      const { id } = stop;
      const name = nameOf(stop, seen);
      if (shown.current === undefined) {
        toast.success(`${name}: ${message}`);
        void refetchChanged(client, 'verification', id);
        return;
      }
      // Goes to the next case only if the decided case is still open, because the user may have gone
      // elsewhere.
      const isOpen = shown.current === id;
      setSaid({ id, name, message, last: isOpen && !next ? id : undefined });
      setActed([{ id, name, what, at: Date.now(), stop }]);
      if (isOpen && next) onGo(next);
    },
    onError: (error, { stop, seen, decision }) => {
      if (shown.current === stop.id) return;
      const text = notSaved(decision, nameOf(stop, seen), error.message);
      toast.error(text, Number.POSITIVE_INFINITY);
    },
    onSettled: (_message, _error, { stop }) => {
      // Doesn't wait for the reload, because the next case can already be decided.
      void client.invalidateQueries({ queryKey: verificationKeys.detail(stop.id) });
    },
  });

  const finish = useEffectEvent(() => {
    setSaid(undefined);
    // The dialog stays open if the user has gone from the last case to another case.
    if (said?.last === open.id) onClose();
  });
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => finish(), delays.decisionSuccess);
    return () => {
      clearTimeout(timer);
      void refetchChanged(client, 'verification', said.id);
    };
  }, [said, client]);

  const back = useMutation({
    mutationFn: ({ one }: { one: Acted & { stop: Stop }; from: string }) => undoAction(client, one),
    onSuccess: (_nothing, { one, from }) => {
      setActed((now) => now.filter(({ id }) => id !== one.id));
      setSaid(undefined);
      void refetchChanged(client, 'verification', one.id);
      if (one.what === 'sent back') void refetchLists(client, 'applicant');
      if (shown.current === from) onGo(one.stop);
      else
        toast.success(
          `${one.name}: ${one.what === 'sent back' ? 'the send-back' : 'the decision'} is undone.`,
        );
    },
    onError: (error, { one: { name } }) =>
      toast.error(`${name}: ${messageOf(error, 'Couldn’t undo the action. Try again.')}`, 6_000),
  });
  const onUndo = () => {
    if (last && !back.isPending) back.mutate({ one: last, from: open.id });
  };
  const isFailed = update.isError && update.variables.stop.id === open.id;
  const words = useFailureWords(update.error);
  return {
    said,
    failure: isFailed ? words : undefined,
    isBusy: update.isPending,
    /** Whether an undo is running. No case can be decided until the undo has finished. */
    isUndoing: back.isPending,
    underWay:
      update.isPending && update.variables.stop.id === open.id
        ? update.variables.decision
        : undefined,
    decide(seen: LooseVerification, decision: Decision) {
      if (!update.isPending && !back.isPending && !hasJustCome())
        update.mutate({ stop: open, seen, decision });
    },
    undo: hasDesk && last ? { ...last, isBusy: back.isPending, onUndo } : undefined,
  };
}
