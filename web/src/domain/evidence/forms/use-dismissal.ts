import type { DismissalReason } from '@doorstep/contract/evidence/checks';
import type { Finding } from '@doorstep/contract/evidence/findings';
import { dismissFinding } from '@doorstep/contract/evidence/office';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { refetchChanged } from '../../../lib/live/refetch-changed.ts';
import type { LooseVerification } from '../../verifications/loose-verification.ts';

interface Dismissing {
  verification: LooseVerification;
  finding: Finding;
  /** Called once the new state of the case is loaded. */
  onDone: () => void;
}

export function useDismissal({ verification, finding, onDone }: Dismissing) {
  const client = useQueryClient();
  const [reason, setReason] = useState<DismissalReason>();
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<{ text: string; isOfNote: boolean }>();
  const id = verification.verification_id;
  // Whether the server has rejected the dismissal because the finding has changed. Only then does the form
  // show the new finding instead of the one that it was opened for.
  const [isNewer, setIsNewer] = useState(false);
  const isSame = ({ check }: Finding) => check === finding.check;
  const { level, sentence } = (isNewer && verification.evidence?.findings.find(isSame)) || finding;
  const refresh = () => refetchChanged(client, 'verification', id);
  const send = useMutation({
    mutationFn: async (because: DismissalReason) => {
      const params = { id, check: finding.check };
      const seen = { level, sentence };
      await call(dismissFinding, { params, body: { because, note: note.trim(), seen } });
      await refresh();
    },
    onSuccess: onDone,
    // Reloads the case, because the finding may have changed, or a colleague may have dismissed it.
    onError: async (error) => {
      await refresh();
      if (error instanceof ApiError && error.code === 'outdated') setIsNewer(true);
    },
  });
  // Whether the finding no longer exists or is already dismissed. The form's button then says "Continue" and
  // closes the form.
  const isGone =
    send.error instanceof ApiError &&
    (send.error.code === 'already_dismissed' || send.error.status === 404);

  return {
    reason,
    note,
    noteProblem: problem?.isOfNote ? problem.text : undefined,
    reasonProblem: problem?.isOfNote === false ? problem.text : undefined,
    refusal: send.error
      ? messageOf(send.error, 'Couldn’t dismiss the finding. Try again.')
      : undefined,
    isSending: send.isPending,
    isGone,
    label: send.isPending ? 'Dismissing...' : isGone ? 'Continue' : 'Dismiss',
    setNote,
    choose(chosen: DismissalReason) {
      setReason(chosen);
      setProblem(undefined);
    },
    /** Sends the dismissal, or shows the first problem. Returns whether a required note is missing. */
    submit(): boolean {
      if (send.isPending) return false;
      if (isGone) {
        onDone();
        return false;
      }
      const isNoteMissing = reason === 'other' && note.trim() === '';
      if (reason === undefined) setProblem({ text: 'Choose a reason.', isOfNote: false });
      else if (isNoteMissing)
        setProblem({ text: 'Write in the note why the finding is dismissed.', isOfNote: true });
      else send.mutate(reason);
      return isNoteMissing;
    },
  };
}
