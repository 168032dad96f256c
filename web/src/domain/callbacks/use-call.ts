import {
  askCallback,
  type CallbackResult,
  recordCallback,
  showNumber,
} from '@doorstep/contract/callbacks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api/api-client.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { createIntention } from '../../lib/api/intention.ts';
import { refetchChanged } from '../../lib/live/refetch-changed.ts';
import { toast } from '../../ui/feedback/toast.ts';
import type { LooseVerification } from '../verifications/loose-verification.ts';

export function useCall(verification: LooseVerification, onDone: () => void) {
  const client = useQueryClient();
  const [result, setResult] = useState<CallbackResult>();
  const [note, setNote] = useState('');
  const [intention] = useState(createIntention);
  const [problem, setProblem] = useState<{ of: 'result' | 'note' | 'number'; text: string }>();
  /** Why the last request failed, in words. */
  const [refusal, setRefusal] = useState<string>();
  const params = { id: verification.verification_id };
  const refresh = () => refetchChanged(client, 'verification', params.id);
  const number = useMutation({
    mutationFn: () => call(showNumber, { params }),
    onMutate: () => setRefusal(undefined),
    onSuccess: () => setProblem(undefined),
    onError: (error) => setRefusal(messageOf(error, 'Couldn’t show the number. Try again.')),
    onSettled: refresh,
  });
  const saving = {
    meta: { notDone: `Call-back not saved: ${verification.applicant ?? params.id}.` },
    onMutate: () => setRefusal(undefined),
    onSuccess: async ({ message }: { message: string }) => {
      await refresh();
      toast.success(message);
      onDone();
    },
    onError: async (error: Error) => {
      await refresh();
      setRefusal(messageOf(error, 'Couldn’t save the call-back. Try again.'));
    },
  };
  const record = useMutation({
    mutationFn: (chosen: CallbackResult) => {
      const body = { result: chosen, note: note.trim() };
      return call(recordCallback, { params, body, idempotencyKey: intention.keyFor(body) });
    },
    ...saving,
  });
  const ask = useMutation({
    mutationFn: () => call(askCallback, { params }),
    ...saving,
  });
  const isOwed = number.data !== undefined || verification.callback?.closed_at === null;
  return {
    result,
    note,
    number: number.data?.mobile_number,
    isShowing: number.isPending,
    isSending: record.isPending || ask.isPending,
    isOwed,
    refusal,
    problemOf: (what: 'result' | 'note' | 'number') =>
      problem?.of === what ? problem.text : undefined,
    setNote,
    show() {
      if (!number.isPending && !number.data) number.mutate();
    },
    later() {
      if (!ask.isPending) ask.mutate();
    },
    choose(chosen: CallbackResult) {
      setResult(chosen);
      setProblem(undefined);
    },
    /** Sends the result, or shows the first problem. Returns whether a required note is missing. */
    submit(): boolean {
      if (record.isPending) return false;
      const isNoteMissing = result === 'differs' && note.trim() === '';
      if (!isOwed) setProblem({ of: 'number', text: 'Show the number and call the person first.' });
      else if (result === undefined) setProblem({ of: 'result', text: 'Choose a result.' });
      else if (isNoteMissing) setProblem({ of: 'note', text: 'Write in the note what differs.' });
      else record.mutate(result);
      return isNoteMissing;
    },
  };
}
