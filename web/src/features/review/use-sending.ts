import { secondLookTexts } from '@doorstep/contract/review/second-looks';
import type { Decision } from '@doorstep/contract/verifications';
import { useQueryClient } from '@tanstack/react-query';
import { type ActionDispatch, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { mayBeRepeated } from '../../domain/verifications/decide.ts';
import type { LooseVerification } from '../../domain/verifications/loose-verification.ts';
import { decideAndConfirm, notSaved } from '../../domain/verifications/own-action.ts';
import { type Acted, undoAction } from '../../domain/verifications/undo-action.ts';
import { verificationKeys } from '../../domain/verifications/verification-queries.ts';
import { isUnanswered } from '../../lib/api/api-error.ts';
import { toast } from '../../ui/feedback/toast.ts';
import type { ReviewAction, ReviewState, Sent, Unsaved } from './review-state.ts';

interface Place {
  state: ReviewState;
  dispatch: ActionDispatch<[ReviewAction]>;
  /**
   * The decisions without an answer yet, by case ID. Each promise resolves to whether the decision was saved.
   */
  sending: RefObject<Map<string, Promise<boolean>>>;
  /** Whether the user has left the desk. If so, a toast shows failures. */
  isGone: RefObject<boolean>;
  /** Called when an action on a case has ended, with or without an answer. */
  settled: (id: string) => void;
}

const lookTexts = Object.values(secondLookTexts);

/** Shows an unsaved decision on other pages, in a toast that stays until the user dismisses it. */
const tell = ({ what, name, reason }: Unsaved) =>
  toast.error(notSaved(what, name, reason), Number.POSITIVE_INFINITY);

const words = (error: unknown) => (error instanceof Error ? error.message : String(error));

export function useSending({ state, dispatch, sending, isGone, settled }: Place) {
  const client = useQueryClient();
  const isUndoing = useRef(false);
  const { unsaved, underWay } = state;

  async function save({ seen, ...acted }: Sent): Promise<boolean> {
    const { id, what } = acted;
    try {
      const message = await decideAndConfirm(client, what, seen, { claim: true });
      if (lookTexts.some((text) => message.endsWith(text)))
        toast.success(`${acted.name}: ${message}`, 6_000);
      void client.invalidateQueries({ queryKey: verificationKeys.detail(id), refetchType: 'none' });
      return true;
    } catch (error) {
      const unsaved = {
        ...{ ...acted, seen, reason: words(error) },
        ...{ canRetry: mayBeRepeated(error), isUnanswered: isUnanswered(error) },
      };
      if (isGone.current) tell(unsaved);
      else dispatch({ do: 'fail', unsaved });
      return false;
    }
  }

  function send(one: Sent): void {
    const answered = save(one).finally(() => {
      sending.current.delete(one.id);
      settled(one.id);
    });
    sending.current.set(one.id, answered);
  }

  function decide(seen: LooseVerification, what: Decision): void {
    const id = String(seen.verification_id);
    if (sending.current.has(id)) return;
    const acted = { id, name: seen.applicant ?? id, what, at: Date.now() };
    dispatch({ do: 'leave', id, acted });
    send({ ...acted, seen });
  }

  function retry(): void {
    for (const { id, name, what, seen, canRetry } of unsaved) {
      if (!canRetry || sending.current.has(id)) continue;
      const acted = { id, name, what, at: Date.now() };
      dispatch({ do: 'retry', acted });
      send({ ...acted, seen });
    }
  }

  async function undo(acted: Acted): Promise<void> {
    if (isUndoing.current) return;
    isUndoing.current = true;
    const { id, name, what } = acted;
    dispatch({ do: 'undo', acted });
    try {
      // Waits for the decision's answer, because a decision that was not saved needs no undo.
      if ((await sending.current.get(id)) !== false) await undoAction(client, acted);
      dispatch({ do: 'undone', acted });
    } catch (error) {
      const isWithoutAnswer = isUnanswered(error);
      const text = `${words(error)}${isWithoutAnswer ? ` ${name} may still be ${what}.` : ''}`;
      dispatch({ do: 'undone', acted, failure: { text, isUnanswered: isWithoutAnswer } });
      if (isGone.current) toast.error(`Not undone: ${name}. ${text}`, Number.POSITIVE_INFINITY);
    } finally {
      isUndoing.current = false;
    }
    settled(id);
  }

  const tellUnsaved = useEffectEvent(() => unsaved.forEach(tell));
  useEffect(() => () => tellUnsaved(), []);
  const isAtRisk = unsaved.length + underWay.length > 0;
  useEffect(() => {
    if (!isAtRisk) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isAtRisk]);

  return { decide, retry, undo };
}
